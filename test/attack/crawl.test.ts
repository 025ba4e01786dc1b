import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectSight, queriesFor } from '../access/crawl.ts'
import { buildCrawlData, crawlerNames } from '../access/crawl-data.ts'
import type { MarkedData } from '../access/marked-data.ts'
import type { Generated } from '../access/queries.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { figure } from './figures.ts'

let t: TestApp
let marked: MarkedData
let queries: Generated[]
beforeAll(async () => {
  t = await startApp({ environment: { MAX_QUERY_COST: '10000000', MAX_QUERY_DEPTH: '40' } })
  marked = await buildCrawlData(t)
  queries = await queriesFor(t, marked)
})
afterAll(() => t?.close())

it.each(crawlerNames)(
  '%s sees no id and no text of resources that are not visible to them, and all of those that are',
  (name) => expectSight(t, marked, queries, name),
)

it('requests every field of the schema', () => {
  figure('queries of each crawler', queries.length, { atLeast: 100 })
  expect(crawlerNames.length).toBeGreaterThan(10)
})
