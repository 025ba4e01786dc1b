import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Inbox } from './live.ts'

/** A request that came to a receiver of webhooks. */
export interface Received {
  headers: IncomingHttpHeaders
  /** As it came, to the byte. */
  raw: string
  body: { id: string; type: string; subject: Record<string, string>; [key: string]: unknown }
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

type Answered = Answer | 'silence' | 'hang up'

/** What a receiver does with a request: answers it, sooner or later, or never does. */
export type Answering = (received: Received) => Answered | Promise<Answered>

export interface Receiver {
  url: string
  /** For OUTBOUND_ALLOW: this receiver and no other. */
  host: string
  inbox: Inbox<Received>
  answer: Answering
  close(): Promise<void>
}

/** A real HTTP server on the loopback, which keeps what it is sent. */
export async function startReceiver(answer: Answering = () => ({ status: 200 })): Promise<Receiver> {
  const inbox = new Inbox<Received>()
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request.setEncoding('utf8')) raw += chunk
    const received = { headers: request.headers, raw, body: JSON.parse(raw) as Received['body'] }
    inbox.put(received)
    const given = await receiver.answer(received)
    if (given === 'silence') return
    if (given === 'hang up') return void request.socket.destroy()
    response.writeHead(given.status, given.headers).end(given.body ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const receiver: Receiver = {
    url: `http://${host}/hook`,
    host,
    inbox,
    answer,
    close: async () => {
      inbox.end()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
