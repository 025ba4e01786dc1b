import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { consoleAssets } from '../../src/console/server/console-assets.ts'
import { appForFile, startApp, TEST_SECRET_KEY, type TestApp } from '../support/app.ts'
import { quire } from '../support/command-line.ts'
import { open, type Payload, post, transports } from '../support/live.ts'
import { bodyOf, expectRefused, query, send } from '../support/refusals.ts'
import { statementsOf } from '../support/statements.ts'
import { inFolder } from '../support/type-check.ts'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const { token } = await t.build.buildPerson({ organizationId, role: 'edit' })
const { id: spaceId } = await t.build.buildSpace({ organizationId })
const environment = { DATABASE_URL: t.db.url, SECRET_KEY: TEST_SECRET_KEY }

const idOf = (text: string) => createHash('sha256').update(text).digest('hex')
const listed = (...texts: string[]) => Object.fromEntries(texts.map((text) => [idOf(text), text]))

const VIEWER = 'query Viewer { viewer { user { id } } }'
const SPACE = 'query Space($id: ID!) { space(id: $id) { id } }'
const COMMENTS = `subscription Comments($spaceId: ID!, $after: String) {
  commentActivity(spaceId: $spaceId, after: $after) { cursor commentId }
}`
const EXPENSIVE = `query { ${Array.from({ length: 40 }, (_, at) => `a${at}: organizations(first: 1000) { nodes { spaces(first: 1000) { nodes { id } } } }`).join(' ')} }`
const OTHER = 'query { viewer { user { displayName } } }'

/** `quire documents add` with a file of this content. */
const add = (build: string, content: unknown) =>
  inFolder(tmpdir(), (folder) => {
    const file = join(folder, 'documents.json')
    writeFileSync(file, JSON.stringify(content))
    return quire(['documents', 'add', file, '--build', build], environment)
  })

const byId = (origin: string, documentId: unknown, variables: object = {}) =>
  send(origin, '/graphql', { token, json: { documentId, variables } })

let strict: TestApp
beforeAll(async () => {
  expect(await add('web-1', listed(VIEWER, SPACE, COMMENTS, EXPENSIVE))).toMatchObject({ code: 0 })
  strict = await startApp({ sharing: t, environment: { GRAPHQL_DOCUMENTS: 'registered' } })
  return () => strict.close()
})

describe('a registered document', () => {
  it('runs by its ID with POST and GET, with or without the prefix of the specification', async () => {
    const expected = { data: { space: { id: spaceId } } }
    for (const id of [idOf(SPACE), `sha256:${idOf(SPACE)}`]) {
      expect(bodyOf(await byId(t.origin, id, { id: spaceId }))).toMatchObject(expected)
      const search = new URLSearchParams({ documentId: id, variables: JSON.stringify({ id: spaceId }) })
      const answer = await send(t.origin, `/graphql?${search}`, { token })
      expect([answer.status, bodyOf(answer)]).toMatchObject([200, expected])
    }
  })

  it.each(transports)('can be subscribed to by its ID over %s', async (transport) => {
    const payload = { query: '', documentId: idOf(COMMENTS), variables: { spaceId } } as Payload
    for (const { origin } of [t, strict]) {
      const client = open(transport, { origin }, token, {
        ...payload,
        variables: { spaceId, after: await cursorOf() },
      })
      const id = await post(t, token, { spaceId, text: 'Hello' })
      expect((await client.next()).commentId).toBe(id)
      await client.close()
    }
  })

  it('is not read from the database again for each request', async () => {
    await byId(t.origin, idOf(VIEWER))
    const statements = await statementsOf(t, () => byId(t.origin, idOf(VIEWER)))
    expect(statements.filter((text) => text.includes('GraphQLDocument'))).toEqual([])
  })

  it('is held to the limits of all others: its cost, and the access of the caller', async () => {
    expectRefused(await byId(t.origin, idOf(EXPENSIVE)), 'query_too_complex')
    expectRefused(await byId(strict.origin, idOf(EXPENSIVE)), 'query_too_complex')
    const nobody = await send(t.origin, '/graphql', { json: { documentId: idOf(VIEWER) } })
    expectRefused(nobody, 'unauthenticated')
  })

  it('is refused clearly where it is unknown, damaged, or sent together with a text', async () => {
    for (const { origin } of [t, strict]) {
      expectRefused(await byId(origin, idOf('never registered')), 'unknown_document')
      for (const id of ['', 'x', 7, {}, idOf(VIEWER).toUpperCase(), `${idOf(VIEWER)}0`]) {
        expectRefused(await byId(origin, id), 'invalid_input')
      }
      const both = { documentId: idOf(VIEWER), query: VIEWER }
      expectRefused(await send(origin, '/graphql', { token, json: both }), 'invalid_input')
    }
    const search = new URLSearchParams({ documentId: idOf('never registered') })
    expectRefused(await send(t.origin, `/graphql?${search}`, { token }), 'unknown_document')
  })
})

describe('with GRAPHQL_DOCUMENTS=registered', () => {
  it('runs registered documents by text too, and refuses all others over every transport', async () => {
    expect((await query(strict.origin, VIEWER, { token })).status).toBe(200)
    expectRefused(await query(strict.origin, OTHER, { token }), 'forbidden')
    const get = `/graphql?${new URLSearchParams({ query: OTHER })}`
    expectRefused(await send(strict.origin, get, { token }), 'forbidden')
    const subscription = { query: `${COMMENTS} `, variables: { spaceId } }
    const stream = { token, json: subscription, headers: { Accept: 'text/event-stream' } }
    expectRefused(await send(strict.origin, '/graphql', stream), 'forbidden')
    const client = open('WebSocket', strict, token, subscription)
    expect((await client.results.next()).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    await client.close()
    expect((await query(t.origin, OTHER, { token })).status).toBe(200)
  })

  it('refuses introspection and the explorer', async () => {
    const introspection = await query(strict.origin, '{ __schema { queryType { name } } }', { token })
    expectRefused(introspection, 'forbidden')
    expectRefused(await query(strict.origin, '{ __typename }'), 'forbidden')
    const explorer = await send(strict.origin, '/graphql', { headers: { Accept: 'text/html' } })
    expectRefused(explorer, 'forbidden')
    expect(bodyOf(explorer).errors[0].message).toContain('explorer')
  })

  it('runs the documents of its own console', async () => {
    const { documents } = consoleAssets()
    expect(documents.size).toBeGreaterThan(100)
    for (const [id, text] of documents) expect(idOf(text)).toBe(id)
    const [id = ''] = [...documents].find(([, text]) => /^query \w+ \{/.test(text)) ?? []
    expect((await byId(strict.origin, id)).status).toBe(200)
  })

  it('runs a document as soon as it was registered', async () => {
    const late = 'query Late { viewer { user { id } } }'
    expectRefused(await byId(strict.origin, idOf(late)), 'unknown_document')
    await add('web-2', listed(late))
    expect((await byId(strict.origin, idOf(late))).status).toBe(200)
  })
})

describe('quire documents', () => {
  it.each([
    ['a hash of another algorithm', { abc: VIEWER }],
    ['a text that the schema does not allow', listed('query { nonsense }')],
    ['a text with a syntax error', listed('query {')],
    ['a text that is too long', listed(`query { viewer { user { id } } } # ${'x'.repeat(70_000)}`)],
    ['a list', [VIEWER]],
    ['something else than a text', { [idOf('7')]: 7 }],
  ])('registers nothing of a file with %s', async (_what, content) => {
    const { code, stderr } = await add('web-3', content)
    expect([code, stderr.length > 0]).toEqual([1, true])
    expect((await quire(['documents', 'list'], environment)).stdout).not.toContain('web-3')
  })

  it('replaces the documents of a build, lists builds, and removes them', async () => {
    await add('app-1', listed(VIEWER, OTHER))
    await add('app-1', listed(OTHER))
    const { stdout } = await quire(['documents', 'list', '--json'], environment)
    expect(JSON.parse(stdout).builds).toContainEqual(
      expect.objectContaining({ build: 'app-1', documents: 1 }),
    )
    const removed = await quire(['documents', 'remove', '--build', 'app-1', '--json'], environment)
    expect(JSON.parse(removed.stdout)).toEqual({ build: 'app-1', removed: 1 })
    for (const args of [['add'], ['list', 'x'], ['remove'], ['nonsense', '--build', 'x'], []]) {
      expect((await quire(['documents', ...args], environment)).code).toBe(2)
    }
  })
})

async function cursorOf(): Promise<string> {
  const answer = await query(t.origin, `{ space(id: "${spaceId}") { eventCursor } }`, { token })
  return bodyOf(answer).data.space.eventCursor
}
