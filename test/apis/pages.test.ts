import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { bindCursor, type CursorBinding, decodeCursor, encodeCursor } from '../../src/core/lists/cursor.ts'
import { ALPHABET, altered } from '../support/altered.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Answer, bodyOf, expectNoFaults, expectRefused, query, send } from '../support/refusals.ts'

const COMMENTS = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $status: [CommentStatusFilter!]) {
  space(id: $id) {
    comments(first: $first, after: $after, last: $last, before: $before, status: $status) {
      nodes { id } pageInfo { endCursor }
    }
  }
}`

let t: TestApp
let token: string
let spaceId: string
let siblingId: string
let commentId: string
let cursor: string

beforeAll(async () => {
  t = await startApp()
  const { id: organizationId } = await t.build.buildOrganization()
  const person = await t.build.buildPerson({ organizationId, role: 'admin' })
  token = person.token
  spaceId = (await t.build.buildSpace({ organizationId })).id
  siblingId = (await t.build.buildSpace({ organizationId })).id
  for (const id of [spaceId, siblingId]) {
    for (let i = 0; i < 3; i++) {
      commentId = (await t.build.buildComment({ spaceId: id, postedById: person.user.id })).id
      await t.build.buildReply({ commentId, postedById: person.user.id })
      await t.build.buildReply({ commentId, postedById: person.user.id })
      await t.build.buildChangeRequest({ spaceId: id, createdById: person.user.id })
    }
  }
  cursor = await firstCursor(`/v1/spaces/${spaceId}/comments?limit=1`)
})
afterAll(() => t.close())
afterEach(() => expectNoFaults(t))

const get = (path: string) => send(t.origin, path, { token })
const firstCursor = async (path: string): Promise<string> => bodyOf(await get(path)).next.page
const comments = (variables: object, text = COMMENTS) =>
  query(t.origin, text, { token, variables: { id: spaceId, ...variables } })

/** Sends the same cursor to both APIs, for the same list. */
const resume = (given: string): Promise<Answer[]> =>
  Promise.all([
    get(`/v1/spaces/${spaceId}/comments?limit=1&page=${encodeURIComponent(given)}`),
    comments({ first: 1, after: given }),
    comments({ last: 1, before: given }),
  ])

function isGood(binding: CursorBinding, given: string): boolean {
  try {
    decodeCursor(binding, given, 1)
    return true
  } catch {
    return false
  }
}

describe('a cursor', () => {
  it('of one API is valid in the other', async () => {
    const [byRest, byGraphQL] = await resume(cursor)
    const [item] = byRest ? bodyOf(byRest).items : []
    expect(byGraphQL && bodyOf(byGraphQL).data.space.comments.nodes).toEqual([{ id: item.id }])
  })

  it.each([
    ['empty', () => ''],
    ['a word', () => 'next'],
    ['a number', () => '2'],
    ['an id', () => newId('Comment')],
    ['JSON', () => Buffer.from('{"id":1}').toString('base64url')],
    ['cut short by one', () => cursor.slice(0, -1)],
    ['cut in half', () => cursor.slice(0, cursor.length / 2)],
    ['longer by one', () => `${cursor}A`],
    ['padded', () => `${cursor}=`],
    ['with a space', () => ` ${cursor}`],
    ['in the other base64', () => Buffer.from(cursor, 'base64url').toString('base64')],
    [
      'of another version',
      () => Buffer.from(Buffer.from(cursor, 'base64url').toString().replace(/^1/, '2')).toString('base64url'),
    ],
    ['of 10,000 characters', () => 'A'.repeat(10_000)],
  ])('that is %s is rejected', async (_title, damaged) => {
    for (const answer of await resume(damaged())) expectRefused(answer, 'invalid_cursor')
  })

  it('with any one character changed is rejected in both APIs', async () => {
    for (let position = 0; position < cursor.length; position++) {
      for (const answer of await resume(altered(cursor, position))) expectRefused(answer, 'invalid_cursor')
    }
  })

  it('with any one character changed to any other is rejected', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (list, parent, filters, key) => {
        const binding = bindCursor(list, parent, filters)
        const whole = encodeCursor(binding, [key])
        const damaged = [...whole].flatMap((kept, position) =>
          [...ALPHABET]
            .filter((character) => character !== kept)
            .map((character) => `${whole.slice(0, position)}${character}${whole.slice(position + 1)}`),
        )
        expect(damaged.filter((each) => isGood(binding, each))).toEqual([])
        expect(isGood(binding, whole)).toBe(!key.includes('\0'))
      }),
      { numRuns: 20 },
    )
  })

  it('with a character that no text can have is invalid input', async () => {
    for (const answer of await resume(`${cursor}\u0000`)) expectRefused(answer, 'invalid_input')
  })

  it.each([
    ['another list', () => `/v1/spaces/${spaceId}/change-requests?limit=1`],
    ['other filters', () => `/v1/spaces/${spaceId}/comments?limit=1&status=open`],
    ['another order', () => `/v1/spaces/${spaceId}/comments?limit=1&order=asc`],
    ['another parent', () => `/v1/spaces/${siblingId}/comments?limit=1`],
    ['a list below it', () => `/v1/spaces/${siblingId}/comments/${commentId}/replies?limit=1`],
  ])('of %s is rejected', async (_title, path) => {
    const foreign = await firstCursor(path())
    for (const answer of await resume(foreign)) expectRefused(answer, 'invalid_cursor')
  })

  it('from a list without a filter is rejected with one', async () => {
    expectRefused(
      await get(`/v1/spaces/${spaceId}/comments?limit=1&status=open&page=${cursor}`),
      'invalid_cursor',
    )
    expectRefused(await comments({ first: 1, after: cursor, status: 'OPEN' }), 'invalid_cursor')
  })

  it('that was forged can only name a position in its own list', async () => {
    const binding = bindCursor('comments', spaceId, JSON.stringify({ status: ['all'], order: 'desc' }))
    const forged = (key: string) => encodeCursor(binding, [key])
    expect(forged(bodyOf(await get(`/v1/spaces/${spaceId}/comments?limit=1`)).items[0].id)).toBe(cursor)
    for (const answer of await resume(forged('\u0000'))) expectRefused(answer, 'invalid_cursor')
    for (const key of [`' OR 1=1 --`, '', 'zzz', '\u{10ffff}']) {
      for (const answer of await resume(forged(key))) expect(answer.status).toBe(200)
    }
  })

  it('of the event log without a position is rejected', async () => {
    const { organizationId } = await t.db.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    const follow =
      'subscription ($id: ID!, $after: String) { commentActivity(spaceId: $id, after: $after) { cursor } }'
    for (const position of ['x', '', '-1', '1.5', '9'.repeat(30), '\u0000']) {
      const after = encodeCursor(bindCursor('events', organizationId, ''), [position])
      const headers = { Accept: 'text/event-stream' }
      const variables = { id: spaceId, after }
      const { text } = await query(t.origin, follow, { token, headers, variables })
      expect(text).toContain('"code":"INVALID_CURSOR"')
    }
  })
})

describe('a limit', () => {
  it.each([
    ['0'],
    ['1001'],
    ['-1'],
    ['x'],
    ['1.5'],
    ['1e2'],
    ['0x10'],
    ['%201'],
    [''],
    ['NaN'],
    ['9'.repeat(400)],
  ])('of "%s" is rejected by the REST API', async (limit) => {
    const { details } = expectRefused(
      await get(`/v1/spaces/${spaceId}/comments?limit=${limit}`),
      'invalid_input',
    )
    expect(details?.[0]?.path).toEqual(['limit'])
  })

  it.each([['limit=1&limit=2'], ['page=a&page=b'], ['order=asc&order=desc'], ['limit[]=1&limit=0']])(
    'that is repeated is rejected: %s',
    async (search) => {
      expectRefused(await get(`/v1/spaces/${spaceId}/comments?${search}`), 'invalid_input')
    },
  )

  it.each([['first'], ['last']])('of %s outside 1 to 1000 is rejected by the GraphQL API', async (name) => {
    for (const value of [0, 1001, -1, 'x', 1.5, true, [], 2 ** 31]) {
      expectRefused(await comments({ [name]: value }), 'invalid_input')
      const text = `query ($id: ID!) { space(id: $id) { comments(${name}: ${JSON.stringify(value)}) { nodes { id } } } }`
      expectRefused(await comments({}, text), 'invalid_input')
    }
  })

  it('from both ends is rejected, and other fields still resolve', async () => {
    expectRefused(await comments({ first: 1, last: 1 }), 'invalid_input')
    const text = 'query ($id: ID!) { space(id: $id) { id } wrong: space(id: "spc_gone") { id } }'
    const { data, errors } = bodyOf(await comments({}, text))
    expect(data).toEqual({ space: { id: spaceId }, wrong: null })
    expect(errors).toMatchObject([{ path: ['wrong'], extensions: { code: 'NOT_FOUND', status: 404 } }])
  })

  it.each([['1'], ['1000']])('of %s is accepted by both APIs', async (limit) => {
    expect((await get(`/v1/spaces/${spaceId}/comments?limit=${limit}`)).status).toBe(200)
    expect(bodyOf(await comments({ first: Number(limit) })).errors).toBeUndefined()
  })
})
