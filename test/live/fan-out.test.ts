import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendEvents } from '../../src/core/events/events.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import {
  ask,
  failuresOf,
  follow,
  type LiveClient,
  openRaw,
  post,
  type RawSocket,
  untilServing,
} from '../support/live.ts'

const SUBSCRIBERS = 500
const ACTIVITY = `subscription Activity($spaceId: ID!, $after: String) {
  commentActivity(spaceId: $spaceId, after: $after) {
    cursor type actor { displayName }
    comment { body { markdown } postedBy { displayName } replies(first: 3) { nodes { body { markdown } } } }
  }
}`

let t: TestApp
let organizationId: string
let spaceId: string
let commentId: string
let person: Person

beforeAll(async () => {
  // Without polling, every statement is caused by an event.
  t = await startApp({
    environment: {
      MAX_SOCKETS_PER_TOKEN: '1000',
      MAX_SOCKETS_PER_USER: '1000',
      MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: '1000',
      EVENT_POLL_MS: '3600000',
    },
  })
  organizationId = (await t.build.buildOrganization()).id
  spaceId = (await t.build.buildSpace({ organizationId })).id
  person = await t.build.buildPerson({ organizationId, role: 'comment' })
  commentId = (await t.build.buildComment({ spaceId, postedById: person.user.id, markdown: 'Hello' })).id
})
afterAll(() => t.close())

const isLivePart = ({ text }: { text: string }) =>
  !/pg_advisory|pg_notify|INSERT|BEGIN|COMMIT|ApiToken/.test(text)

/** Appends one event, and returns the statements until every subscriber has received it. */
async function costOfOneEvent(received: () => Promise<unknown>): Promise<string[]> {
  const from = t.db.statements.length
  await t.db.database.transaction((tx) =>
    appendEvents(
      tx,
      [{ organizationId, spaceId, type: 'comment.edited', subject: { comment: commentId } }],
      person.user.id,
      new Date(),
    ),
  )
  await received()
  return t.db.statements
    .slice(from)
    .filter(isLivePart)
    .map(({ text }) => text)
    .sort()
}

async function join(id: string): Promise<RawSocket> {
  const raw = await openRaw(t.origin)
  await raw.init(person.token)
  raw.send({ id, type: 'subscribe', payload: { query: ACTIVITY, variables: { spaceId } } })
  return raw
}

test(`an event costs the same statements for ${SUBSCRIBERS} subscribers as for one, and each gets it once`, {
  timeout: 60_000,
}, async () => {
  const first = await join('subscriber "0"')
  await untilServing(t, 1)
  const forOne = await costOfOneEvent(() => first.messages.next())
  expect(forOne.length).toBeGreaterThan(0)

  const rest: RawSocket[] = []
  while (rest.length < SUBSCRIBERS - 1) {
    const ids = Array.from({ length: 50 }, (_, index) => String(rest.length + index + 1))
    rest.push(...(await Promise.all(ids.slice(0, SUBSCRIBERS - 1 - rest.length).map(join))))
  }
  await untilServing(t, SUBSCRIBERS)
  const all = [first, ...rest]
  const received = () => Promise.all(all.map(({ messages }) => messages.next()))
  expect(await costOfOneEvent(received)).toEqual(forOne)

  const payloads = new Set(all.map(({ messages }) => JSON.stringify(messages.all.at(-1)?.payload)))
  expect(payloads.size).toBe(1)
  expect(first.messages.all.at(-1)).toMatchObject({
    id: 'subscriber "0"',
    type: 'next',
    payload: {
      data: {
        commentActivity: {
          type: 'COMMENT_EDITED',
          actor: { displayName: person.user.displayName },
          comment: { body: { markdown: 'Hello' }, postedBy: { displayName: person.user.displayName } },
        },
      },
    },
  })
  expect(rest.map(({ messages }) => messages.all.filter(({ type }) => type === 'next').length)).toEqual(
    rest.map(() => 1),
  )
  expect(new Set(rest.map(({ messages }) => messages.all.at(-1)?.id)).size).toBe(SUBSCRIBERS - 1)

  for (const { socket } of all) socket.terminate()
  await untilServing(t, 0)
})

describe('subscribers that share an execution', () => {
  const bodies = (client: LiveClient) => client.next().then(({ comment }) => comment)

  test('the next event shows what is true by then', async () => {
    const client = await follow('WebSocket', t, person.token, { query: ACTIVITY, variables: { spaceId } })
    const edit = (markdown: string) =>
      ask(t, person.token, {
        query: 'mutation ($input: UpdateCommentInput!) { updateComment(input: $input) { comment { id } } }',
        variables: { input: { commentId, body: { markdown } } },
      })
    for (const text of ['One', 'Two', 'Three']) {
      await edit(text)
      expect(await bodies(client)).toMatchObject({ body: { markdown: text } })
    }
    await client.close()
  })

  test('a variable named after that also says what to select keeps two subscribers apart', async () => {
    const query = `subscription ($spaceId: ID!, $after: String) {
      commentActivity(spaceId: $spaceId) { comment { replies(first: 1, after: $after) { nodes { id } } } }
    }`
    const replies = [await t.build.buildReply({ commentId }), await t.build.buildReply({ commentId })]
    const { node } = await ask<{ node: { replies: { edges: { cursor: string }[] } } }>(t, person.token, {
      query:
        'query ($id: ID!) { node(id: $id) { ... on Comment { replies(first: 2) { edges { cursor } } } } }',
      variables: { id: commentId },
    })
    const after = node.replies.edges[0]?.cursor
    const fromStart = await follow('WebSocket', t, person.token, { query, variables: { spaceId } })
    const fromSecond = await follow('SSE', t, person.token, { query, variables: { spaceId, after } })
    await costOfOneEvent(() => Promise.resolve())
    expect(await bodies(fromStart)).toEqual({ replies: { nodes: [{ id: replies[0]?.id }] } })
    expect(await bodies(fromSecond)).toEqual({ replies: { nodes: [{ id: replies[1]?.id }] } })
    await fromStart.close()
    await fromSecond.close()
  })

  test('two people with the same document each see with their own eyes', async () => {
    const query = `subscription { commentActivity(spaceId: "${spaceId}") { comment { permissions { edit } } } }`
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const reader = await t.build.buildPerson({ organizationId, role: 'read' })
    const ofAdmin = await follow('WebSocket', t, admin.token, { query })
    const ofReader = await follow('WebSocket', t, reader.token, { query })
    await post(t, person.token, { spaceId })
    expect(await bodies(ofAdmin)).toEqual({ permissions: { edit: true } })
    expect(await bodies(ofReader)).toEqual({ permissions: { edit: false } })
    await ofAdmin.close()
    await ofReader.close()
    await untilServing(t, 0)
  })
})

test('nothing was reported as a fault', () => {
  expect(failuresOf(t)).toEqual([])
})
