import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { appendEvents } from '../../src/core/events/events.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { failuresOf, openRaw, post, type RawSocket, untilServing, WAIT } from '../support/live.ts'

/** With a long comment, this makes results that fill buffers quickly. */
const bodies = Array.from({ length: 10 }, (_, index) => `b${index}: body { markdown }`).join(' ')
const ACTIVITY = `subscription ($spaceId: ID!, $after: String) {
  commentActivity(spaceId: $spaceId, after: $after) { cursor commentId comment { ${bodies} } }
}`

let t: TestApp
let organizationId: string
let spaceId: string
let person: Person

beforeAll(async () => {
  // Without polling, which would hide a lost notification, every event has to be delivered by its own.
  t = await startApp({ environment: { MAX_SOCKETS_PER_TOKEN: '20', EVENT_POLL_MS: '3600000' } })
  organizationId = (await t.build.buildOrganization()).id
  spaceId = (await t.build.buildSpace({ organizationId })).id
  person = await t.build.buildPerson({ organizationId, role: 'comment' })
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

/** Subscribes to the one group of this file: same token, same document, and variables that differ only in `after`. */
async function join(id: string, after?: string): Promise<RawSocket> {
  const raw = await openRaw(t.origin)
  await raw.init(person.token)
  raw.send({ id, type: 'subscribe', payload: { query: ACTIVITY, variables: { spaceId, after } } })
  return raw
}

async function joinAll(...ids: string[]): Promise<RawSocket[]> {
  const members = await Promise.all(ids.map((id) => join(id)))
  await untilServing(t, ids.length)
  return members
}

async function leaveAll(...members: RawSocket[]): Promise<void> {
  for (const { socket } of members) socket.terminate()
  await untilServing(t, 0)
}

interface CommentEvent {
  cursor: string
  commentId: string
}

/** The events that a subscriber has received so far. */
const receivedBy = ({ messages }: RawSocket): CommentEvent[] =>
  messages.all
    .filter(({ type }) => type === 'next')
    .map(({ payload }) => (payload as { data: { commentActivity: CommentEvent } }).data.commentActivity)

const commentsReceivedBy = (member: RawSocket) => receivedBy(member).map(({ commentId }) => commentId)

const untilReceived = (member: RawSocket, events: number) =>
  vi.waitFor(() => expect(receivedBy(member)).toHaveLength(events), WAIT)

const append = (comment: string) =>
  t.db.database.transaction((tx) =>
    appendEvents(
      tx,
      [{ organizationId, spaceId, type: 'comment.edited', subject: { comment } }],
      person.user.id,
      new Date(),
    ),
  )

/** Locks comments, so that no document can be executed until the lock is released. */
async function holdComments(): Promise<{
  untilWaiting: (runs: number) => Promise<void>
  release: () => Promise<void>
}> {
  const { pool } = t.db.database
  const holder = await pool.connect()
  await holder.query('BEGIN; LOCK TABLE "Comment" IN ACCESS EXCLUSIVE MODE')
  return {
    untilWaiting: (runs) =>
      vi.waitFor(async () => {
        const waiting = await pool.query(
          `SELECT 1 FROM pg_locks WHERE relation = '"Comment"'::regclass AND NOT granted`,
        )
        expect(waiting.rowCount).toBe(runs)
      }, WAIT),
    release: async () => {
      await holder.query('COMMIT')
      holder.release()
    },
  }
}

test('a client that stops reading is disconnected and resumes; the others of its group miss nothing', async () => {
  const [first, stalled, last] = (await joinAll('1', '1', 'a peer of its own')) as [
    RawSocket,
    RawSocket,
    RawSocket,
  ]
  stalled.socket.pause()
  // The next comment is posted when the last one has been delivered: a slow machine delivers later than it posts.
  const posted: string[] = []
  while (t.app.feed.size === 3) {
    posted.push(await post(t, person.token, { spaceId, text: 'x'.repeat(100_000) }))
    await untilReceived(first, posted.length)
    expect(posted.length).toBeLessThan(60)
  }
  posted.push(await post(t, person.token, { spaceId }))
  for (const member of [first, last]) {
    await untilReceived(member, posted.length)
    expect(commentsReceivedBy(member)).toEqual(posted)
    expect(member.messages.all.at(-1)?.id).toBe(member === first ? '1' : 'a peer of its own')
  }

  stalled.socket.resume()
  await stalled.closed
  const before = receivedBy(stalled)
  expect(before.length).toBeLessThan(posted.length)
  const resumed = await join('again', before.at(-1)?.cursor)
  await untilReceived(resumed, posted.length - before.length)
  expect([...before.map(({ commentId }) => commentId), ...commentsReceivedBy(resumed)]).toEqual(posted)
  await leaveAll(first, last, resumed)
})

test('a socket that closes during a push does not affect those after it', async () => {
  const members = await joinAll('1', '2', '3')
  const serverSide = new Map<string, WebSocket>()
  const { send } = WebSocket.prototype
  let onNext = (_socket: WebSocket, _id: string) => {}
  vi.spyOn(WebSocket.prototype, 'send').mockImplementation(function (this: WebSocket, ...args: unknown[]) {
    const { type, id } = JSON.parse(String(args[0])) as { type: string; id: string }
    if (type === 'next') onNext(this, id)
    Reflect.apply(send, this, args)
  })
  onNext = (socket, id) => serverSide.set(id, socket)
  await append('before')
  for (const member of members) await untilReceived(member, 1)

  const order: string[] = []
  onNext = (_socket, id) => {
    order.push(id)
    // While the first is sending, the second is closed and the connection of the third breaks.
    const [second, third] = ['1', '2', '3'].filter((other) => other !== id)
    if (order.length > 1 || !second || !third) return
    serverSide.get(second)?.close(4403, 'Token expired or revoked')
    serverSide.get(third)?.terminate()
  }
  await append('during')
  await untilServing(t, 1)
  const [stayed] = members.filter((_, index) => String(index + 1) === order[0])
  if (!stayed) throw new Error('No subscriber received the event.')
  await append('after')
  await untilReceived(stayed, 3)
  expect(order).toEqual([order[0], order[0]])
  for (const gone of members.filter((member) => member !== stayed)) {
    await gone.closed
    expect(commentsReceivedBy(gone)).toEqual(['before'])
  }
  await leaveAll(stayed)
})

test('a client that leaves while the document runs gets nothing; one that stays does', async () => {
  const [staying, leaving] = (await joinAll('1', '2')) as [RawSocket, RawSocket]
  const held = await holdComments()
  await append('first')
  await held.untilWaiting(1)
  leaving.send({ id: '2', type: 'complete' })
  await untilServing(t, 1)
  await held.release()
  await untilReceived(staying, 1)
  leaving.send({ type: 'ping' })
  expect(await leaving.messages.next()).toEqual({ type: 'pong' })
  await leaveAll(staying, leaving)
})

test('a client that resumes while an event is being sent gets it once, and all get later events in order', async () => {
  const [following] = (await joinAll('1')) as [RawSocket]
  await append('zeroth')
  await untilReceived(following, 1)
  const held = await holdComments()
  await append('first')
  await held.untilWaiting(1)
  const resuming = await join('2', receivedBy(following)[0]?.cursor)
  // A resuming subscriber executes the document itself for events that it reads from the log.
  await held.untilWaiting(2)
  for (const comment of ['second', 'third']) await append(comment)
  await held.release()
  await untilReceived(following, 4)
  await untilReceived(resuming, 3)
  await append('fourth')
  await untilReceived(following, 5)
  await untilReceived(resuming, 4)
  expect(commentsReceivedBy(following)).toEqual(['zeroth', 'first', 'second', 'third', 'fourth'])
  expect(commentsReceivedBy(resuming)).toEqual(['first', 'second', 'third', 'fourth'])
  await leaveAll(following, resuming)
})

test('nothing was reported as a fault', () => {
  expect(failuresOf(t)).toEqual([])
})
