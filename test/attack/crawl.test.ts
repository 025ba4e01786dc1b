import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectSight, queriesFor } from '../access/crawl.ts'
import type { Grounds } from '../access/grounds.ts'
import type { Generated } from '../access/queries.ts'
import { crawlerNames, settle } from '../access/settlement.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { figure } from './figures.ts'

let t: TestApp
let grounds: Grounds
let queries: Generated[]
beforeAll(async () => {
  t = await startApp({ environment: { MAX_QUERY_COST: '10000000', MAX_QUERY_DEPTH: '40' } })
  grounds = await settle(t)
  queries = await queriesFor(t, grounds)
})
afterAll(() => t?.close())

it.each(crawlerNames)(
  '%s sees no id and no text of resources that are not visible to them, and all of those that are',
  (name) => expectSight(t, grounds, queries, name),
)

it('requests every field of the schema', () => {
  figure('queries of each crawler', queries.length, { atLeast: 100 })
  expect(crawlerNames.length).toBeGreaterThan(10)
})
