import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { addressOf, requestDifferences, whyNotHere } from '../../src/rest/compatibility/index.ts'
import { published } from '../../src/rest/compatibility/published.ts'
import { refusedForGood } from '../../src/rest/compatibility/refused-for-good.ts'
import { refusedForNow } from '../../src/rest/compatibility/refused-for-now.ts'
import { specified } from '../../src/rest/compatibility/specified.ts'
import { currentTable } from '../../src/tools/rest-table.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { StockClients } from '../support/contract/stock-clients.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let token: string
beforeAll(async () => {
  t = await startApp()
  const { id } = await t.build.buildOrganization()
  token = (await t.build.buildPerson({ organizationId: id, role: 'read' })).token
})
afterAll(() => t.close())

const routes = modules.flatMap((module) => module.routes)
const refused = [...refusedForGood, ...refusedForNow]
const refusedOperations = Object.assign({}, ...refused.map(({ operations }) => operations)) as Record<
  string,
  string
>
const known = { ...specified, ...published }
const served = new Set([...routes.map(({ method, path }) => addressOf(method, path)), 'GET /'])

describe('operations of the public API', () => {
  it('are the 121 of the specification and 171 of newer clients, each with its own id', () => {
    expect(Object.keys(specified)).toHaveLength(121)
    expect(Object.keys(published)).toHaveLength(171)
    expect(new Set(Object.values(known)).size).toBe(292)
  })

  it('are in the table wherever this server has the address of an operation of a client', () => {
    const { addresses } = new StockClients()
    expect([...served].filter((address) => addresses.has(address) && !(address in known))).toEqual([])
    const unknown = Object.keys(known).filter((address) => !addresses.has(address))
    expect(unknown).toEqual([])
  })

  it('that are not implemented return 404 with that reason, or 501 where they would call code of integrations, with any ids', async () => {
    const all = { ...known, ...refusedOperations }
    const missing = Object.keys(all).filter((address) => !served.has(address))
    expect(missing.length).toBeGreaterThan(0)
    const answers = await Promise.all(
      missing.map(async (address) => {
        const [method = '', path = ''] = address.split(' ')
        const { status, body } = await callRest(
          t,
          { token },
          method,
          path.replaceAll('{}', 'x1').replace('*', 'a/b'),
        )
        const { reason, message } = (body as { error: { reason: string; message: string } }).error
        return { address, status, reason, message }
      }),
    )
    const withoutRuntime = new Set(
      refused.flatMap(({ failure, operations }) => (failure ? Object.keys(operations) : [])),
    )
    const others = answers.filter(({ address, status, reason }) =>
      withoutRuntime.has(address)
        ? status !== 501 || reason !== 'no_runtime'
        : status !== 404 || reason !== 'not_implemented',
    )
    expect(others).toEqual([])
    expect(withoutRuntime.size).toBe(1)
    // With the reason of their group, such as that there are no agents here.
    for (const { operations, reason } of refused) {
      for (const { address, message } of answers) if (address in operations) expect(message).toContain(reason)
    }
  })

  it('are all of those that clients have', () => {
    const { addresses } = new StockClients()
    expect(
      [...addresses].filter((address) => !(address in known) && !(address in refusedOperations)),
    ).toEqual([])
    expect(
      Object.keys(refusedOperations).filter((address) => served.has(address) || address in known),
    ).toEqual([])
  })

  it('require a token', async () => {
    const { status } = await callRest(t, null, 'GET', '/orgs/x1/custom-fonts')
    expect(status).toBe(401)
  })

  it('are distinguished from unknown paths', async () => {
    const { status, body } = await callRest(t, { token }, 'GET', '/orgs/x1/no-such-thing')
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: { reason: 'not_found' } })
    expect(whyNotHere('GET', '/orgs/x1/openapi/slug/versions/latest')).toBe('It is not built yet.')
    expect(whyNotHere('POST', '/orgs/x1/ask')).toMatch('language model')
    expect(whyNotHere('GET', '/orgs/x1/no-such-thing')).toBeNull()
    expect(whyNotHere('POST', '/orgs/x1/search')).toBeNull()
  })
})

describe('what requests lack', () => {
  const operation = (names: string[], members: object) => ({
    parameters: names.map((name) => ({ name, in: 'query' })),
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
    members,
  })
  const documentOf = (names: string[], properties: object) => ({
    paths: { '/pets/{petId}': { post: operation(names, properties) } },
    components: { schemas: { Pet: { oneOf: [{ properties }, { allOf: [{ properties: { kind: {} } }] }] } } },
  })

  it('are the parameters and members that the client knows and this server does not', () => {
    const client = documentOf(['limit', 'order'], { name: {}, color: {} })
    const own = documentOf(['limit', 'page'], { name: {} })
    expect([...requestDifferences(own, client)]).toEqual([
      ['POST /pets/{}', 'Does not read `color`, `order`.'],
    ])
    expect([...requestDifferences(client, client)]).toEqual([])
  })
})

describe('docs/rest-api.md', () => {
  it('has the current table of operations', () => {
    const guide = readFileSync(join(projectRoot, 'docs/rest-api.md'), 'utf8')
    // After adding a route: npm run docs:operations
    expect(guide).toContain(currentTable())
  })
})
