import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { removeOldIdempotencyKeys } from '../../src/core/operations/idempotency.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { bodyOf, expectNoFaults, expectRefused, query, send } from '../support/refusals.ts'
import { buildWorld, type World } from '../support/world.ts'

let t: TestApp
let other: TestApp
let world: World

beforeAll(async () => {
  t = await startApp()
  other = await startApp({ sharing: t, apart: true })
  world = await buildWorld(t)
})
afterEach(() => {
  t.clock.now = () => new Date()
  expectNoFaults(t)
  expectNoFaults(other)
})
afterAll(async () => {
  await other.close()
  await t.close()
})

interface Posting {
  key?: string
  markdown: string
  at?: TestApp
  who?: Person
  spaceId?: string
}

const POST = `mutation ($input: PostCommentInput!) {
  postComment(input: $input) { comment { id body { markdown } postedBy { id } } }
}`
const CREATE_TOKEN = `mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { token } }`

/** The same requests through both APIs. */
const apis = [
  {
    name: 'REST',
    post: ({ key, markdown, at = t, who = world.person, spaceId = world.space.id }: Posting) =>
      send(at.origin, `/v1/spaces/${spaceId}/comments`, {
        token: who.token,
        json: { body: { markdown } },
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    idOf: (text: string): string => JSON.parse(text).id,
    createToken: async (key: string): Promise<string> =>
      bodyOf(
        await send(t.origin, '/v1/user/tokens', {
          token: world.person.token,
          json: { label: 'Once' },
          headers: { 'idempotency-key': key },
        }),
      ).token,
  },
  {
    name: 'GraphQL',
    post: ({ key, markdown, at = t, who = world.person, spaceId = world.space.id }: Posting) =>
      query(at.origin, POST, {
        token: who.token,
        variables: { input: { spaceId, body: { markdown }, idempotencyKey: key } },
      }),
    idOf: (text: string): string => JSON.parse(text).data.postComment.comment.id,
    createToken: async (key: string): Promise<string> =>
      bodyOf(
        await query(t.origin, CREATE_TOKEN, {
          token: world.person.token,
          variables: { input: { label: 'Once', idempotencyKey: key } },
        }),
      ).data.createApiToken.token,
  },
]

describe.each(apis)('an idempotency key ($name)', ({ name, post, idOf, createToken }) => {
  const written = (markdown: string) => t.db.database.prisma.comment.count({ where: { markdown } })
  const keyOf = (what: string) => `${name} ${what}`

  it('makes a repeated request return the first response, on another node and after changes', async () => {
    const posting = { key: keyOf('repeat'), markdown: `repeat ${name}` }
    const first = await post(posting)
    expect(first.headers.get('idempotent-replayed')).toBe(null)
    await t.db.database.prisma.comment.update({
      where: { id: idOf(first.text) },
      data: { markdown: 'Edited.' },
    })
    const second = await post({ ...posting, at: other })
    expect(second.text).toBe(first.text)
    expect(second.status).toBe(first.status)
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    if (name === 'REST') expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await written(posting.markdown)).toBe(0)
    expect(
      await t.db.database.prisma.comment.count({ where: { markdown: 'Edited.', id: idOf(first.text) } }),
    ).toBe(1)
  })

  it('gives concurrent requests on two nodes one effect and one response', async () => {
    const posting = { key: keyOf('race'), markdown: `race ${name}` }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post({ ...posting, at: n % 2 === 0 ? t : other })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await written(posting.markdown)).toBe(1)
  })

  it('waits for a request with the same key that is running on another node', async () => {
    const posting = { key: keyOf('wait'), markdown: `wait ${name}` }
    const client = await t.db.database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `idempotency ${world.person.user.id} ${posting.key}`,
      ])
      const waiting = post(posting)
      await post({ markdown: `beside ${name}` })
      expect(await written(posting.markdown)).toBe(0)
      await client.query('COMMIT')
      expect(idOf((await waiting).text)).toMatch(/^cmt_/)
    } finally {
      client.release()
    }
    expect(await written(posting.markdown)).toBe(1)
  })

  it('is rejected for a different request', async () => {
    const posting = { key: keyOf('other'), markdown: `other ${name}` }
    idOf((await post(posting)).text)
    expectRefused(await post({ ...posting, markdown: `other body ${name}` }), 'conflict')
    const { id: spaceId } = await t.build.buildSpace({ organizationId: world.organization.id })
    expectRefused(await post({ ...posting, spaceId }), 'conflict')
    expect(await written(`other body ${name}`)).toBe(0)
  })

  it('belongs to one user', async () => {
    const posting = { key: keyOf('mine'), markdown: `mine ${name}` }
    const who = await t.build.buildPerson({ organizationId: world.organization.id, role: 'admin' })
    const ids = [idOf((await post(posting)).text), idOf((await post({ ...posting, who })).text)]
    expect(new Set(ids).size).toBe(2)
  })

  it('can be used again after a request that failed', async () => {
    const key = keyOf('failed')
    expectRefused(await post({ key, markdown: ' ' }), 'invalid_input')
    expectRefused(await post({ key, markdown: 'x', spaceId: 'spc_none' }), 'not_found')
    idOf((await post({ key, markdown: `failed ${name}` })).text)
    expect(await written(`failed ${name}`)).toBe(1)
  })

  it('is kept for 24 hours, then removed', async () => {
    const posting = { key: keyOf('old'), markdown: `old ${name}` }
    const start = Date.now()
    const at = (ms: number) => {
      t.clock.now = () => new Date(start + ms)
    }
    const day = 24 * 60 * 60 * 1000
    at(0)
    await post(posting)
    at(day - 1)
    await post(posting)
    expect(await written(posting.markdown)).toBe(1)
    at(day)
    await post(posting)
    expect(await written(posting.markdown)).toBe(2)
    const kept = () => t.db.database.prisma.idempotencyKey.count({ where: { key: posting.key } })
    await removeOldIdempotencyKeys(t.db.database, { now: new Date(start + 2 * day - 1) })
    expect(await kept()).toBe(1)
    await removeOldIdempotencyKeys(t.db.database, { now: new Date(start + 2 * day) })
    expect(await kept()).toBe(0)
  })

  it('is 1 to 255 printable characters', async () => {
    idOf((await post({ key: 'k'.repeat(255), markdown: name })).text)
    expectRefused(await post({ key: 'k'.repeat(256), markdown: name }), 'invalid_input')
    expectRefused(await post({ key: 'ü', markdown: name }), 'invalid_input')
    if (name === 'GraphQL') expectRefused(await post({ key: '', markdown: name }), 'invalid_input')
  })

  it('returns a new token again, which is not stored in plain text', async () => {
    const key = keyOf('token')
    const token = await createToken(key)
    expect(token).toMatch(/^qre_/)
    expect(await createToken(key)).toBe(token)
    const { answer } = await t.db.database.prisma.idempotencyKey.findFirstOrThrow({ where: { key } })
    expect(answer).not.toContain(token)
    expect(Buffer.from(answer, 'base64url').toString()).not.toContain(token)
  })
})

it('a key used in one API is rejected in the other', async () => {
  const [rest, graphql] = apis
  const posting = { key: 'both', markdown: 'both' }
  expect((await rest?.post(posting))?.status).toBe(200)
  const answer = await graphql?.post(posting)
  if (answer) expectRefused(answer, 'conflict')
})

it('every mutation accepts a key', async () => {
  const { data } = bodyOf(
    await query(
      t.origin,
      '{ __schema { mutationType { fields { name args { type { ofType { inputFields { name } } } } } } } }',
    ),
  )
  const without = data.__schema.mutationType.fields.filter(
    // biome-ignore lint/suspicious/noExplicitAny: a response of introspection
    ({ args }: any) => !args[0].type.ofType.inputFields.some(({ name }: any) => name === 'idempotencyKey'),
  )
  expect(without).toEqual([])
})
