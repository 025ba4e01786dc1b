import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that the server has accepted. */
export interface ReceivedMail {
  /** The recipients of the envelope. */
  to: string[]
  from: string
  /** The name of the account that sent it. */
  user: string | undefined
  isEncrypted: boolean
  raw: string
  parsed: Email
}

export interface MailServer {
  url: string
  port: number
  received: ReceivedMail[]
  /** Connections so far. */
  connections: () => number
  /** Breaks the connections, as a failing network does. */
  disconnectAll(): void
  close(): Promise<void>
}

/** A status that the server answers with, such as 550. */
export function smtpAnswer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** A mail server that delivers nothing. Without `options` it asks for no password. */
export async function startMailServer(
  options: SMTPServerOptions & { port?: number; login?: string } = {},
): Promise<MailServer> {
  const { port = 0, login, ...rest } = options
  const received: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onAuth: ({ username, password }, _session, done) => {
      if (`${username}:${password}` === login) done(null, { user: username })
      else done(smtpAnswer(535, `Wrong password for ${username}`))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        void PostalMime.parse(raw).then((parsed) => {
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            user: session.user as string | undefined,
            isEncrypted: session.secure,
            raw: raw.toString(),
            parsed,
          })
          done()
        }, done)
      })
    },
    ...rest,
  })
  // A client that ends its connection early is what some tests are about.
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://${login === undefined ? '' : `${login}@`}127.0.0.1:${address.port}`,
    port: address.port,
    received,
    connections: () => connections,
    disconnectAll: () => {
      for (const { _socket: socket } of server.connections) socket.destroy()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
