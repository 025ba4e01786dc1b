import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { bodyOf, query, send } from '../support/refusals.ts'

const VIEWER = '{ viewer { user { id } } }'

let t: TestApp
let person: Person
let spaceId: string

beforeAll(async () => {
  t = await startApp()
  const { id: organizationId } = await t.build.buildOrganization()
  person = await t.build.buildPerson({ organizationId, role: 'admin' })
  spaceId = (await t.build.buildSpace({ organizationId })).id
  for (let index = 0; index < 10; index += 1) {
    await t.build.buildComment({
      spaceId,
      postedById: person.user.id,
      markdown: 'A long comment. '.repeat(20),
    })
  }
})
afterAll(() => t.close())

interface Raw {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** A request without the headers that `fetch` adds. */
function raw(path: string, headers: Record<string, string>, body?: string, method?: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${t.origin}${path}`,
      { method: method ?? (body === undefined ? 'GET' : 'POST'), headers },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const bearer = () => ({ authorization: `Bearer ${person.token}` })
const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

describe('a long response', () => {
  const document =
    'query ($id: ID!) { space(id: $id) { comments(first: 10) { nodes { body { markdown } } } } }'
  const requests: [string, (headers: Record<string, string>) => Promise<Raw>][] = [
    ['REST', (headers) => raw(`/v1/spaces/${spaceId}/comments`, { ...bearer(), ...headers })],
    [
      'GraphQL',
      (headers) =>
        raw(
          '/graphql',
          { ...bearer(), ...headers, 'content-type': 'application/json' },
          JSON.stringify({ query: document, variables: { id: spaceId } }),
        ),
    ],
  ]

  it.each(requests)('is not compressed unless the client accepts it: %s', async (_name, ask) => {
    for (const accepted of ['', 'identity', 'br;q=0, gzip;q=0', 'zstd']) {
      const plain = await ask(accepted === '' ? {} : { 'accept-encoding': accepted })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.headers.vary).toContain('Accept-Encoding')
      expect(Number(plain.headers['content-length'])).toBe(plain.bytes.length)
      expect(plain.bytes.toString()).toContain('A long comment.')
    }
  })

  it.each(
    requests.flatMap(([name, ask]) => [
      [name, 'br', 'gzip, deflate, br', ask] as const,
      [name, 'gzip', 'gzip, deflate', ask] as const,
      [name, 'gzip', 'br;q=0, gzip;q=0.5', ask] as const,
      [name, 'gzip', '*', ask] as const,
    ]),
  )('is compressed: %s, %s for "%s"', async (_name, encoding, accepted, ask) => {
    const plain = await ask({})
    const packed = await ask({ 'accept-encoding': accepted })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers.vary).toContain('Accept-Encoding')
    expect(Number(packed.headers['content-length'])).toBe(packed.bytes.length)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(decoders[encoding](packed.bytes).toString()).toBe(plain.bytes.toString())
  })

  it('is not compressed when it is short or a stream', async () => {
    const accepts = { 'accept-encoding': 'gzip, br' }
    const short = await raw('/v1/user', { ...bearer(), ...accepts })
    expect(short.headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(short.bytes.toString()).id).toBe(person.user.id)
    const stream = await raw(
      '/graphql',
      { ...bearer(), ...accepts, accept: 'text/event-stream', 'content-type': 'application/json' },
      JSON.stringify({ query: document, variables: { id: spaceId } }),
    )
    expect(['none', undefined]).toContain(stream.headers['content-encoding'])
    expect(stream.headers['content-type']).toContain('text/event-stream')
    expect(stream.bytes.toString()).toContain('A long comment.')
  })

  it('is not compressed twice', async () => {
    const explorer = await raw('/graphql', { accept: 'text/html', 'accept-encoding': 'gzip, br' })
    expect(explorer.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(explorer.bytes).toString()).toContain('<title>Quire explorer')
  })
})

describe('every response', () => {
  it('forbids browsers to detect its type', async () => {
    const { token } = person
    for (const answer of [
      await send(t.origin, '/v1/user', { token }),
      await send(t.origin, '/v1/user'),
      await send(t.origin, '/v1/nothing', { token }),
      await send(t.origin, '/v1/spaces/%zz', { token }),
      await query(t.origin, VIEWER, { token }),
      await query(t.origin, VIEWER, { token, headers: { Accept: 'text/event-stream' } }),
      await query(t.origin, '{ nothing }'),
      await send(t.origin, '/graphql', { headers: { Accept: 'text/html' } }),
      await send(t.origin, '/healthz'),
      await send(t.origin, '/elsewhere'),
    ]) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('repeats little of its request, and has rate-limit headers', async () => {
    const long = 'a'.repeat(9_000)
    for (const [path, status] of [
      [`/v1/spaces/${long}`, 400],
      [`/v1/spaces/${'a'.repeat(301)}/comments`, 400],
      [`/v1/${long}`, 404],
      [`/v1/spaces/%${long}`, 400],
      [`/${long}`, 404],
      [`/v1/orgs?limit=${long}`, 400],
    ] as const) {
      const answer = await send(t.origin, path, { token: person.token })
      expect(answer.status, path.slice(0, 40)).toBe(status)
      expect(answer.text.length, path.slice(0, 40)).toBeLessThan(1_000)
      for (const name of ['limit', 'remaining', 'reset']) {
        expect(answer.headers.get(`x-ratelimit-${name}`), `${name} of ${path.slice(0, 40)}`).not.toBeNull()
      }
    }
    const { text } = await query(t.origin, `{ ${long} { ${long} } }`, { token: person.token })
    expect(text.length).toBeLessThan(5_000)
  })

  it('to a write is not cached, because it can contain a secret; a cached read is revalidated', async () => {
    const { token } = person
    const made = await send(t.origin, '/v1/user/tokens', { token, json: { label: 'New' } })
    expect(bodyOf(made).token).toMatch(/^qre_/)
    const mutation = 'mutation { createApiToken(input: { label: "New" }) { token } }'
    for (const answer of [
      made,
      await query(t.origin, mutation, { token }),
      await send(t.origin, '/v1/orgs', { token, json: {} }),
    ]) {
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect((await send(t.origin, '/v1/user', { token })).headers.get('cache-control')).toBe(
      'private, no-cache',
    )
  })

  it('with 401 has the authentication scheme, in both APIs', async () => {
    for (const token of [undefined, `qre_${'z'.repeat(43)}`]) {
      for (const answer of [
        await send(t.origin, '/v1/user', { token }),
        await query(t.origin, '{ viewer { user { id } } }', { token: `qre_${'z'.repeat(43)}` }),
      ]) {
        expect(answer.status).toBe(401)
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      }
    }
    expect((await send(t.origin, '/v1/user', person)).headers.get('www-authenticate')).toBeNull()
  })

  it('keeps a valid request id, and no other', async () => {
    const { token } = person
    const idFor = async (id: string) =>
      (await send(t.origin, '/v1/user', { token, headers: { 'X-Request-Id': id } })).headers.get(
        'x-request-id',
      )
    const kept = ['0123456789abcdef', 'a.b_c-d.e', 'x'.repeat(128), '7f2c1a9e-9b7d-4e63-8f53-0f4d2f1f6a11']
    for (const id of kept) expect(await idFor(id)).toBe(id)
    for (const id of ['short', 'x'.repeat(129), 'with space', '<script>alert</script>', 'über-die-id']) {
      expect(await idFor(encodeURI(id) === id ? id : 'not/sane/id')).toMatch(/^req_[0-9a-z]+$/)
    }
    const graphql = await query(t.origin, VIEWER, { token, headers: { 'X-Request-Id': 'trace-0001' } })
    expect(graphql.headers.get('x-request-id')).toBe('trace-0001')
  })
})
