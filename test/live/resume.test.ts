import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoggedEvent } from '../../src/core/events/events.ts'
import { eventCursor } from '../../src/core/events/feed.ts'
import { bindCursor, encodeCursor } from '../../src/core/lists/cursor.ts'
import { altered } from '../support/altered.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import {
  ask,
  failuresOf,
  follow,
  open,
  post,
  type Transport,
  transports,
  untilServing,
} from '../support/live.ts'

const ACTIVITY = `subscription ($spaceId: ID!, $after: String) {
  commentActivity(spaceId: $spaceId, after: $after) { cursor type commentId replyId comment { id body { markdown } } }
}`

const CURSORS = `subscription ($spaceId: ID!, $after: String) {
  commentActivity(spaceId: $spaceId, after: $after) { cursor commentId }
}`

/** Thousands of executions, on a machine that may be busy with other tests. */
const PATIENCE = 60_000

let t: TestApp
let second: TestApp
let nodes: TestApp[]
let organizationId: string
let author: Person

beforeAll(async () => {
  // Without polling, which would hide a lost notification, every event has to be delivered by its own.
  const environment = { EVENT_POLL_MS: '3600000' }
  t = await startApp({ environment })
  second = await startApp({ sharing: t, environment })
  nodes = [t, second]
  organizationId = (await t.build.buildOrganization()).id
  author = await t.build.buildPerson({ organizationId, role: 'edit' })
})
afterAll(async () => {
  await second.close()
  await t.close()
})

const newSpace = async () => (await t.build.buildSpace({ organizationId })).id

/** The cursors of a space's event log, in order. */
async function logOf(spaceId: string): Promise<string[]> {
  const events = await t.db.database.prisma.event.findMany({
    where: { spaceId },
    orderBy: { position: 'asc' },
  })
  return events.map((event) => eventCursor(event as LoggedEvent))
}

function insertEvents(spaceId: string, count: number): Promise<unknown> {
  return t.db.database.prisma.event.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      organizationId,
      spaceId,
      type: 'comment.edited',
      subject: { comment: `cmt_${index}` },
    })),
  })
}

/** Changes comments in a way that emits exactly one event. */
async function writeSomething(node: TestApp, token: string, spaceId: string, own: string[]): Promise<void> {
  const commentId = own.at(-1)
  if (!commentId || Math.random() < 0.4) {
    own.push(await post(node, token, { spaceId }))
    return
  }
  const reply = { commentId, body: { markdown: 'So it is.' } }
  const edit = { commentId, body: { markdown: `Edited ${Math.random()}` } }
  const [query, input] =
    Math.random() < 0.5
      ? [
          'mutation ($input: PostCommentReplyInput!) { postCommentReply(input: $input) { reply { id } } }',
          reply,
        ]
      : ['mutation ($input: UpdateCommentInput!) { updateComment(input: $input) { comment { id } } }', edit]
  await ask(node, token, { query, variables: { input } })
}

const THE_END = 'That is all.'

/** Reads to the last event over many short connections, and returns the cursors in the order of arrival. */
async function readInPieces(spaceId: string, transport: Transport, onFirst: () => void): Promise<string[]> {
  const seen: string[] = []
  for (let connection = 0; ; connection++) {
    const node = nodes[connection % nodes.length] as TestApp
    const payload = { query: ACTIVITY, variables: { spaceId, after: seen.at(-1) } }
    const client =
      connection === 0
        ? await follow(transport, node, author.token, payload)
        : open(transport, node, author.token, payload)
    if (connection === 0) onFirst()
    for (let left = 1 + Math.floor(Math.random() * 12); left > 0; left--) {
      const { cursor, comment } = await client.next()
      seen.push(cursor)
      if (comment?.body.markdown === THE_END) {
        await client.close()
        return seen
      }
    }
    await client.close()
  }
}

test('subscribers that come and go between two nodes see the log of 8 writers exactly once and in order', {
  timeout: PATIENCE,
}, async () => {
  const spaceId = await newSpace()
  const writers = await Promise.all(
    Array.from({ length: 8 }, () => t.build.buildPerson({ organizationId, role: 'comment' })),
  )
  const readers: Promise<string[]>[] = []
  for (const transport of [...transports, ...transports]) {
    await new Promise<void>((resolve) => readers.push(readInPieces(spaceId, transport, resolve)))
  }
  await Promise.all(
    writers.map(async ({ token }, index) => {
      const own: string[] = []
      for (let turn = 0; turn < 12; turn++) {
        await writeSomething(nodes[(index + turn) % nodes.length] as TestApp, token, spaceId, own)
      }
    }),
  )
  await post(t, author.token, { spaceId, text: THE_END })
  const log = await logOf(spaceId)
  expect(log).toHaveLength(8 * 12 + 1)
  for (const seen of await Promise.all(readers)) expect(seen).toEqual(log)
  await Promise.all(nodes.map((node) => untilServing(node, 0)))
})

describe.each(transports)('after over %s', (transport) => {
  test('a backlog of many batches arrives complete, then what happens now', {
    timeout: PATIENCE,
  }, async () => {
    const spaceId = await newSpace()
    await insertEvents(spaceId, 1)
    const [after] = await logOf(spaceId)
    await insertEvents(spaceId, 1_200)
    const client = await follow(transport, second, author.token, {
      query: CURSORS,
      variables: { spaceId, after },
    })
    const commentId = await post(t, author.token, { spaceId })
    const events = (await client.results.take(1_201)).map(({ data }) => data?.commentActivity)
    expect(events.map((event) => event?.cursor)).toEqual((await logOf(spaceId)).slice(1))
    expect(events.at(-1)?.commentId).toBe(commentId)
    await client.close()
  })

  test('a damaged or foreign cursor is refused', async () => {
    const spaceId = await newSpace()
    const foreign = await t.build.buildOrganization()
    await post(t, author.token, { spaceId })
    const { space } = await ask<{ space: { comments: { pageInfo: { endCursor: string } } } }>(
      t,
      author.token,
      {
        query: 'query ($id: ID!) { space(id: $id) { comments(first: 1) { pageInfo { endCursor } } } }',
        variables: { id: spaceId },
      },
    )
    const [good = ''] = await logOf(spaceId)
    const cursors = {
      garbage: 'not a cursor',
      empty: '',
      damaged: altered(good, 5),
      'of another organization': eventCursor({ organizationId: foreign.id, position: 1n } as LoggedEvent),
      'of a list': space.comments.pageInfo.endCursor,
      'made by hand': encodeCursor(bindCursor('events', organizationId, ''), ['1 OR 1=1']),
      'out of range': encodeCursor(bindCursor('events', organizationId, ''), ['9'.repeat(40)]),
    }
    for (const [name, after] of Object.entries(cursors)) {
      const client = open(transport, t, author.token, { query: ACTIVITY, variables: { spaceId, after } })
      const { errors } = await client.results.next()
      expect([name, errors?.[0]?.extensions.code]).toEqual([name, 'INVALID_CURSOR'])
      await client.ended
    }
    expect(t.app.feed.size).toBe(0)
  })
})

describe('the feed', () => {
  const everything = { matches: () => true }

  test('a subscriber that takes nothing for long still gets everything, in order', async () => {
    const spaceId = await newSpace()
    const slow = await t.app.feed.follow({ organizationId, spaceId, ...everything })
    const brisk = await t.app.feed.follow({ organizationId, spaceId, ...everything })
    const seen: string[] = []
    for (let round = 0; round < 5; round++) {
      await insertEvents(spaceId, 500)
      t.app.feed.notify(organizationId)
      for (let taken = 0; taken < 500; taken++) await brisk.next()
    }
    expect([slow.isBehind, brisk.isBehind]).toEqual([true, false])
    await insertEvents(spaceId, 1)
    t.app.feed.notify(organizationId)
    while (seen.length < 2_501) {
      const { value } = await slow.next()
      if (value) seen.push(eventCursor(value))
    }
    expect(seen).toEqual(await logOf(spaceId))
    expect(slow.isBehind).toBe(false)
    await slow.return()
    await brisk.return()
  })

  test('a subscriber that joins while the last one leaves is woken', async () => {
    const spaceId = await newSpace()
    const leaving = await t.app.feed.follow({ organizationId, spaceId, ...everything })
    const joining = t.app.feed.follow({ organizationId, spaceId, ...everything })
    await leaving.return()
    const joined = await joining
    const commentId = await post(t, author.token, { spaceId })
    expect((await joined.next()).value?.subject).toEqual({ comment: commentId })
    await joined.return()
    expect(t.app.feed.size).toBe(0)
  })

  test('a cursor from a node that is ahead does not repeat events on one that is behind', async () => {
    const spaceId = await newSpace()
    await insertEvents(spaceId, 1)
    const first = await t.app.feed.follow({ organizationId, spaceId, ...everything })
    await insertEvents(spaceId, 2)
    const ahead = (await logOf(spaceId)).at(-1)
    const resumed = await t.app.feed.follow({ organizationId, spaceId, ...everything, after: ahead })
    await insertEvents(spaceId, 1)
    t.app.feed.notify(organizationId)
    const { value } = await resumed.next()
    expect(value && eventCursor(value)).toBe((await logOf(spaceId)).at(-1))
    await first.return()
    await resumed.return()
  })
})

test('nothing was reported as a fault', () => {
  expect(nodes.flatMap(failuresOf)).toEqual([])
})
