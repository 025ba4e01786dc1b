import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { walkPayloads } from './scope-payloads.ts'
import { unlisted, walkScopes } from './scope-walk.ts'
import { buildWorld, type World } from './world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await startApp({ environment: { MAX_QUERY_COST: '10000000', MAX_QUERY_DEPTH: '40' } })
  world = await buildWorld(t)
})
afterAll(() => t?.close())

// test/attack/scope-fields.test.ts walks all scopes.
it('a token with one scope gets nothing that requires another', async () => {
  const { leaks, shown } = await walkScopes(t, world, ['organization:members:read', 'space:read'])
  expect(leaks).toEqual([])
  expect([...shown]).toEqual(expect.arrayContaining(['Invite', 'Team', 'Space', 'DocumentPage', 'Comment']))
  const schema = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
  expect(unlisted(shown, schema)).toEqual([])
}, 240_000)

it('the payload of a mutation with one scope shows nothing that requires another', async () => {
  const { leaks, answered } = await walkPayloads(t, world, ['space:permissions:write'])
  expect(leaks).toEqual([])
  expect(answered.size).toBeGreaterThan(0)
}, 120_000)
