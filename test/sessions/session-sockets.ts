import WebSocket from 'ws'
import { Inbox } from '../support/live.ts'

interface Message {
  type: string
  payload?: { data?: unknown; errors?: { extensions: { code: string } }[] }
}

/** A WebSocket as a browser opens it: with its cookies, and with the origin of the page. */
export interface SessionSocket {
  /** The status if the server refused it. */
  refused: number | undefined
  messages: Inbox<Message>
  closed: Promise<number>
  send(message: object): void
  close(): void
}

export async function openSessionSocket(
  node: { origin: string },
  cookie: string,
  { origin = node.origin, init = { session: true } as object } = {},
): Promise<SessionSocket> {
  const socket = new WebSocket(`${node.origin.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie, origin },
  })
  const messages = new Inbox<Message>()
  socket.on('message', (data) => messages.put(JSON.parse(String(data)) as Message))
  const closed = new Promise<number>((resolve) =>
    socket.once('close', (code) => {
      messages.end(String(code))
      resolve(code)
    }),
  )
  const refused = await new Promise<number | undefined>((resolve) => {
    socket.once('open', () => resolve(undefined))
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('error', () => {})
  })
  const send = (message: object) => socket.send(JSON.stringify(message))
  if (refused === undefined) {
    send({ type: 'connection_init', payload: init })
    await messages.next()
  }
  return { refused, messages, closed, send, close: () => socket.close() }
}

/** The id of the user that a socket acts for; null for nobody. */
export async function userOf({ send, messages }: SessionSocket): Promise<string | null> {
  send({ id: 'viewer', type: 'subscribe', payload: { query: '{ viewer { user { id } } }' } })
  const { payload } = await messages.next()
  const data = payload?.data as { viewer: { user: { id: string } } } | undefined
  return data?.viewer.user.id ?? null
}
