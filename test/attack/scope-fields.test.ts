import { afterAll, beforeAll, expect, it } from 'vitest'
import { scopes } from '../../src/core/access/viewer.ts'
import { walkPayloads, walkSubscriptions } from '../access/scope-payloads.ts'
import { walkScopes } from '../access/scope-walk.ts'
import { buildWorld, type World } from '../access/world.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { figure } from './figures.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await startApp({
    environment: {
      MAX_QUERY_COST: '10000000',
      MAX_QUERY_DEPTH: '40',
      MAX_SOCKETS_PER_USER: '1000',
      OUTBOUND_ALLOW: '127.0.0.1',
    },
  })
  world = await buildWorld(t)
})
afterAll(() => t?.close())

it('a token with one scope gets nothing that requires another', async () => {
  const { leaks, shown, requests } = await walkScopes(t, world, scopes.names())
  figure('requests with a token of one scope', requests, { atLeast: 1000 })
  figure('types shown to one scope or another', shown.size, { atLeast: 60 })
  expect(leaks.slice(0, 20)).toEqual([])
  figure('scope × field pairs that give what the scope lacks', leaks.length, { exactly: 0 })
})

it('a subscription with one scope gets nothing that requires another', async () => {
  const { leaks, requests, answered } = await walkSubscriptions(t, world, scopes.names())
  // The activity of an organization requires two scopes, so a token with one of them receives nothing.
  expect([...answered].sort()).toEqual([
    'changeRequestActivity',
    'commentActivity',
    'mergeActivity',
    'spaceActivity',
  ])
  expect(leaks.slice(0, 20)).toEqual([])
  figure(`scope × field pairs in ${requests} subscriptions that give what the scope lacks`, leaks.length, {
    exactly: 0,
  })
})

it('the payload of a mutation with one scope contains nothing that requires another', async () => {
  const { leaks, requests, answered } = await walkPayloads(t, world, scopes.names())
  figure('mutations done with a token of one scope or another', answered.size, { atLeast: 70 })
  expect(leaks.slice(0, 20)).toEqual([])
  figure(`scope × field pairs in ${requests} payloads that give what the scope lacks`, leaks.length, {
    exactly: 0,
  })
})
