import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

let t: TestApp
let person: Person
let organizationId: string
let collectionId: string

beforeAll(async () => {
  t = await startApp()
  organizationId = (await t.build.buildOrganization()).id
  person = await t.build.buildPerson({ organizationId, role: 'create' })
  const top = await t.build.buildCollection({ organizationId })
  collectionId = top.id
  // Each in its own collection, so that nothing is shared by accident.
  for (let i = 0; i < 50; i++) {
    const parent = await t.build.buildCollection({ organizationId, parentId: top.id })
    await t.build.buildSpace({ organizationId, parentId: i % 2 ? parent.id : top.id })
    await t.build.buildSpace({ organizationId, parentId: top.id })
  }
})
afterAll(() => t.close())

/** The number of statements of a request, and of the rows that it returns. */
async function cost(ask: () => Promise<number>): Promise<{ statements: number; rows: number }> {
  const rows = await ask()
  const statements = await statementsOf(t, ask)
  return { statements: statements.length, rows }
}

const rest = (path: string) => (limit: number) =>
  cost(async () => {
    const { body, trace } = await callRest(t, person, 'GET', path, { query: { limit } })
    const { items } = body as { items: { permissions?: object; space?: object }[] }
    if (items.some((item) => !item.permissions && !item.space)) throw new Error(trace)
    return items.length
  })

const PERMISSIONS = 'permissions { view } parent { id permissions { create } }'
const graphql = (field: string) => (limit: number) =>
  cost(async () => {
    const data = await queried<{ root: { list: { nodes: unknown[] } } }>(t, person, field, { limit })
    return data.root.list.nodes.length
  })

const pages: [string, () => (limit: number) => Promise<{ statements: number; rows: number }>][] = [
  ['spaces of an organization by rest', () => rest(`/orgs/${organizationId}/spaces`)],
  ['collections of an organization by rest', () => rest(`/orgs/${organizationId}/collections`)],
  ['spaces of a collection by rest', () => rest(`/collections/${collectionId}/spaces`)],
  ['spaces of a member by rest', () => rest(`/orgs/${organizationId}/members/${person.user.id}/spaces`)],
  [
    'spaces by graphql',
    () =>
      graphql(`query($limit: Int) { root: organization(id: "${organizationId}") {
        list: spaces(first: $limit) { nodes { id ${PERMISSIONS} } } } }`),
  ],
  [
    'collections with their spaces and collections by graphql',
    () =>
      graphql(`query($limit: Int) { root: organization(id: "${organizationId}") {
        list: collections(first: $limit) { nodes { id ${PERMISSIONS}
          spaces(first: 2) { nodes { id ${PERMISSIONS} } } collections(first: 2) { nodes { id ${PERMISSIONS} } }
        } } } }`),
  ],
]

describe('a page with permissions', () => {
  it.each(pages)('of 50 %s costs as many statements as one of 5', async (_name, page) => {
    const [few, many] = [await page()(5), await page()(50)]
    expect([few.rows, many.rows]).toEqual([5, 50])
    expect(many.statements).toBe(few.statements)
    expect(many.statements).toBeLessThanOrEqual(8)
  })
})
