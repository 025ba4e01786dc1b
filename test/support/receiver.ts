import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Inbox } from './live.ts'

/** A request that a webhook receiver got. */
export interface Received {
  headers: IncomingHttpHeaders
  /** The body, byte for byte. */
  raw: string
  body: { id: string; type: string; subject: Record<string, string>; [key: string]: unknown }
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

type Answered = Answer | 'silence' | 'hang up'

/** How a receiver responds to a request: at once, later, or never. */
export type Answering = (received: Received) => Answered | Promise<Answered>

export interface Receiver {
  url: string
  /** For OUTBOUND_ALLOW: only this receiver. */
  host: string
  inbox: Inbox<Received>
  answer: Answering
  close(): Promise<void>
}

/** A real HTTP server on loopback, which stores the requests that it receives. */
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
