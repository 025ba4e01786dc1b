import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailServer } from './mail.settings.ts'
import type { MailMessage } from './mail-message.ts'

export interface SmtpTimeouts {
  /** Until there is a connection, with TLS. */
  connectionTimeout: number
  greetingTimeout: number
  /** Without any answer. */
  socketTimeout: number
}

const TIMEOUTS: SmtpTimeouts = {
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  // A server may check a mail for minutes before it accepts it. Sending it again meanwhile would deliver it twice.
  socketTimeout: 300_000,
}
/** How long a stopping node waits for the answer to a mail that is transmitted. */
const LAST_ANSWER_MS = 5_000

export interface SmtpOptions {
  signal?: AbortSignal
  timeouts?: SmtpTimeouts
}

/**
 * What a mail server did not do. The message has its status codes without its texts, because they often repeat the address
 * of the recipient.
 */
export class SmtpError extends Error {
  override readonly name = 'SmtpError'
  /** Whether sending the same mail again would be refused as well. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

/** Sends a mail. Without an error, the server has accepted it. */
export async function deliver(
  server: MailServer,
  { from, to, bytes }: MailMessage,
  options: SmtpOptions = {},
): Promise<void> {
  await withConnection(server, options, (connection, transmitted) => {
    const message = Readable.from([bytes])
    message.once('end', transmitted)
    return new Promise<void>((resolve, reject) => {
      const envelope = { from, to: [to], size: bytes.length }
      connection.send(envelope, message, (error) => (error ? reject(error) : resolve()))
    })
  })
}

/** Connects and signs in. Returns whether the connection is encrypted. */
export const verify = (server: MailServer, options: SmtpOptions = {}): Promise<boolean> =>
  withConnection(server, options, async ({ secure }) => secure)

/** A connection for each mail: it needs no upkeep, and sending is not limited by the time that it takes. */
async function withConnection<Result>(
  server: MailServer,
  { signal, timeouts = TIMEOUTS }: SmtpOptions,
  work: (connection: SMTPConnection, transmitted: () => void) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const { host, port, isSecure, login } = server
  const isLocal = isLoopback(host)
  const connection = new Connection({
    host,
    port,
    secure: isSecure,
    // Otherwise somebody between the servers could remove the offer of STARTTLS, and read the password.
    requireTLS: !isSecure && login !== undefined && !isLocal,
    // Nobody is between this server and itself, and certificates for it are rarely signed.
    tls: { rejectUnauthorized: !isLocal },
    ...timeouts,
  })
  let isTransmitted = false
  let stop = () => {}
  const broken = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('Connection closed')))
    const give = () => reject(new Error('This node stops'))
    stop = () => void (isTransmitted ? setTimeout(give, LAST_ANSWER_MS).unref() : give())
  })
  signal?.addEventListener('abort', stop)
  const steps = async () => {
    await called((done) => connection.connect(done))
    if (login) await called((done) => connection.login({ user: login.user, pass: login.password }, done))
    return work(connection, () => {
      isTransmitted = true
    })
  }
  try {
    return await Promise.race([broken, steps()])
  } catch (error) {
    throw smtpErrorOf(error as SmtpFailure, server)
  } finally {
    signal?.removeEventListener('abort', stop)
    connection.close()
  }
}

const called = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())))

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\./.test(host)

/** An error of the library. */
interface SmtpFailure extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** The steps in which a server refuses one mail; others concern all of them, and an operator can correct what is wrong. */
const STEPS_OF_ONE = new Set(['RCPT TO', 'DATA'])

function smtpErrorOf(error: SmtpFailure, { host, port }: MailServer): SmtpError {
  const { command = '', responseCode, response = '' } = error
  const server = `The mail server ${host}:${port}`
  if (responseCode !== undefined) {
    const [, detail] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
    const status = detail === undefined ? responseCode : `${responseCode} ${detail}`
    const step = command === 'CONN' || command === '' ? 'the connection' : command
    const isFinal = responseCode >= 500 && STEPS_OF_ONE.has(command)
    return new SmtpError(`${server} answered ${step} with ${status}.`, isFinal)
  }
  // Its messages quote the address.
  if (error.code === 'EENVELOPE') return new SmtpError(`${server} cannot be given this address.`, true)
  return new SmtpError(`${server} cannot be used: ${error.message}.`, false)
}
