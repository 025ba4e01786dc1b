import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientVersions } from '../../src/rest/compatibility/answers.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { Contract, type Exchange } from '../support/contract/contract.ts'
import { describedApi } from '../support/contract/document.ts'
import { takeProblems } from '../support/contract/watch.ts'
import type { Person } from '../support/factories.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let person: Person
let spaceId: string
beforeAll(async () => {
  t = await startApp()
  const organizationId = (await t.build.buildOrganization()).id
  person = await t.build.buildPerson({ organizationId, role: 'comment' })
  spaceId = (await t.build.buildSpace({ organizationId })).id
})
afterAll(() => t.close())

describe('the contract of the REST API', () => {
  it('is the document that is served', async () => {
    const { body } = await callRest(t, null, 'GET', '/openapi.json')
    expect(body).toMatchObject({ ...describedApi(), info: {} })
  })

  it('is compared with the exchanges of every server in the process', async () => {
    const http = Fastify()
    http.get('/v1/nonsense', async () => ({}))
    http.get('/v1/user', async () => ({ object: 'user' }))
    await http.inject('/v1/nonsense')
    await http.inject('/v1/user')
    await http.close()
    expect(takeProblems()).toEqual([
      'GET /nonsense returns 200 and is not in the document.',
      expect.stringMatching(/^GET \/user 200: body .*must have required property/),
      ...clientVersions.flatMap((version) =>
        ['displayName', 'id', 'urls'].map(
          (name) => `GET /user 200 is not what clients ${version} expect: ${name} is missing.`,
        ),
      ),
    ])
  })
})

describe('an exchange breaks the contract', () => {
  let contract: Contract
  let listed: Exchange
  beforeAll(async () => {
    contract = new Contract(describedApi())
    const written = { markdown: 'Is this right?' }
    const { status } = await callRest(t, person, 'POST', `/spaces/${spaceId}/comments`, {
      body: { body: written },
    })
    expect(status).toBe(200)
    const response = await fetch(`${t.origin}/v1/spaces/${spaceId}/comments?limit=1`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    listed = {
      method: 'GET',
      path: `/spaces/${spaceId}/comments`,
      query: { limit: '1' },
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  })

  const changed = (change: (body: { items: Record<string, unknown>[] }) => void): Partial<Exchange> => {
    const body = JSON.parse(listed.body ?? '')
    change(body)
    return { body: JSON.stringify(body) }
  }
  const posted: Partial<Exchange> = { method: 'POST', query: {}, status: 200 }
  /** Responses that are read have tags, by which they are cached. */
  const headersOfWrite = () =>
    Object.fromEntries(Object.entries(listed.headers).filter(([name]) => !name.endsWith('cache-tag')))

  it.each<[string, () => Partial<Exchange>, RegExp | null]>([
    ['and otherwise not', () => ({}), null],
    ['by a status', () => ({ status: 202 }), /returns 202, which is not documented/],
    ['by a path', () => ({ path: '/nonsense' }), /is not in the document/],
    ['by a method', () => ({ method: 'PATCH' }), /is not in the document/],
    ['by a missing field', () => changed(({ items }) => delete items[0]?.id), /required property 'id'/],
    [
      'by a field that is not documented',
      () => changed(({ items }) => Object.assign(items[0] ?? {}, { nonsense: 1 })),
      /must NOT have additional properties.*nonsense/,
    ],
    [
      'by a nested type',
      () => changed(({ items }) => Object.assign(items[0] ?? {}, { postedAt: 1 })),
      /\/items\/0\/postedAt must be string/,
    ],
    ['by a content type', () => ({ headers: { 'content-type': 'text/plain' } }), /text\/plain/],
    [
      'by a header',
      () => ({ headers: { ...listed.headers, 'x-nonsense': '1' } }),
      /header x-nonsense, which is not documented/,
    ],
    [
      'by the value of a header',
      () => ({ headers: { ...listed.headers, 'x-ratelimit-limit': 'none' } }),
      /header x-ratelimit-limit \/value must be integer/,
    ],
    ['by a parameter out of its limits', () => ({ query: { limit: '1001' } }), /\/limit must be <= 1000/],
    [
      'by a body that is accepted',
      () => ({ ...posted, headers: headersOfWrite(), body: undefined, requestBody: { body: 1 } }),
      /accepts the body \/body/,
    ],
  ])('%s', (_what, change, expected) => {
    const problems = contract.problemsOf({ ...listed, ...change() })
    if (expected === null) expect(problems).toEqual([])
    else expect(problems).toEqual([expect.stringMatching(expected)])
  })
})
