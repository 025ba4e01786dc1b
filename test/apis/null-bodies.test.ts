import { afterAll, describe, expect, it } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { appForFile } from '../support/app.ts'
import { expectNoFaults, expectRefused, query, rowCounts, send } from '../support/refusals.ts'

const t = await appForFile()
const organization = await t.build.buildOrganization()
const { token } = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
const space = await t.build.buildSpace({ organizationId: organization.id })
const before = await rowCounts(t.db.database)
afterAll(async () => {
  expect(await rowCounts(t.db.database)).toEqual(before)
  expectNoFaults(t)
})

const ids: Record<string, string> = { organizationId: organization.id, spaceId: space.id }

const writes = modules
  .flatMap(({ routes }) => routes)
  .filter(({ method, upload }) => method !== 'GET' && !upload)
  .map(({ method, path }) => ({ method, path: path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? 'x') }))

describe('a body that is null', () => {
  it.each(writes)('is rejected by $method $path', async ({ method, path }) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await send(t.origin, `/v1${path}`, { method, token, headers, raw: 'null' })
    expect(expectRefused(answer, 'invalid_input').message).toContain('must be a JSON object')
  })

  it('is rejected by GraphQL, and so is an input that is null', async () => {
    expectRefused(await send(t.origin, '/graphql', { token, json: null }), 'invalid_input')
    const create = 'mutation ($input: CreateSpaceInput!) { createSpace(input: $input) { space { id } } }'
    expectRefused(await query(t.origin, create, { token, variables: { input: null } }), 'invalid_input')
    expectRefused(await query(t.origin, create, { token, variables: null }), 'invalid_input')
  })
})
