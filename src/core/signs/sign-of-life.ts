/** What a person does on a page. */
export type ClientMode = 'reading' | 'editing'

/** Where a client of a person is. */
export interface Whereabouts {
  readonly userId: string
  /** Which of the clients of the person, such as a tab of a browser. */
  readonly client: string
  readonly spaceId: string
  /** Null in main content. */
  readonly changeRequestId: string | null
  readonly pageId: string | null
  readonly mode: ClientMode
}

/** All who are present in a space or a change request at one time. */
export interface RoomState {
  readonly spaceId: string
  /** Null for the whole space. */
  readonly changeRequestId: string | null
  readonly people: readonly (Whereabouts & { readonly since: Date })[]
}

/** A message of a client: where it is, or that it has left. It is never stored. */
export interface SignOfLife extends Omit<Whereabouts, 'mode'> {
  /** Null if it has left. */
  readonly mode: ClientMode | null
  /** Milliseconds by the clock of the node that received it: of two signs of one client, the later one counts. */
  readonly sentAt: number
}

/** A notification of PostgreSQL has fewer than 8,000 bytes. */
const MAX_MESSAGE_BYTES = 7_500

type Packed = [
  userId: string,
  client: string,
  spaceId: string,
  changeRequestId: string | null,
  pageId: string | null,
  mode: ClientMode | null,
  sentAt: number,
  age: number,
]

/** A message to other nodes: signs with their age in milliseconds, or the question for those of all nodes. */
export type SignMessage = { isQuestion: true } | { isQuestion: false; signs: [SignOfLife, number][] }

export const QUESTION = '?'

/** As few messages as possible, each short enough for a notification. */
export function encodeSigns(signs: Iterable<readonly [SignOfLife, number]>): string[] {
  const messages: string[] = []
  let parts: string[] = []
  let bytes = 2
  for (const [sign, age] of signs) {
    const { userId, client, spaceId, changeRequestId, pageId, mode, sentAt } = sign
    const packed: Packed = [userId, client, spaceId, changeRequestId, pageId, mode, sentAt, age]
    const part = JSON.stringify(packed)
    const size = Buffer.byteLength(part) + 1
    if (bytes + size > MAX_MESSAGE_BYTES && parts.length > 0) {
      messages.push(`[${parts.join(',')}]`)
      parts = []
      bytes = 2
    }
    parts.push(part)
    bytes += size
  }
  if (parts.length > 0) messages.push(`[${parts.join(',')}]`)
  return messages
}

export function decodeMessage(message: string): SignMessage {
  if (message === QUESTION) return { isQuestion: true }
  const signs = (JSON.parse(message) as Packed[]).map(
    ([userId, client, spaceId, changeRequestId, pageId, mode, sentAt, age]): [SignOfLife, number] => [
      { userId, client, spaceId, changeRequestId, pageId, mode, sentAt },
      age,
    ],
  )
  return { isQuestion: false, signs }
}
