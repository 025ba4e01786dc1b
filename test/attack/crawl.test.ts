import { expect, it } from 'vitest'
import { crawl, expectSight, queriesFor } from '../access/crawl.ts'
import { buildCrawlData, crawlerNames } from '../access/crawl-data.ts'
import { appForFile } from '../support/app.ts'
import { figure } from './figures.ts'

const t = await appForFile({ environment: { MAX_QUERY_COST: '10000000', MAX_QUERY_DEPTH: '40' } })
const marked = await buildCrawlData(t)
const queries = await queriesFor(t, marked)
const sights = await crawl(t, marked, queries, crawlerNames)

it.each(crawlerNames)(
  '%s sees no id and no text of resources that are not visible to them, and all of those that are',
  (name) => expectSight(marked, sights, name),
)

it('requests every field of the schema', () => {
  figure('queries of each crawler', queries.length, { atLeast: 100 })
  expect(crawlerNames.length).toBeGreaterThan(10)
})

it('counts what anybody sees beyond a border', () => {
  const crossings = [...sights.values()].reduce((sum, { leaks }) => sum + leaks.length, 0)
  figure(`crossings of borders, by ${crawlerNames.length} crawlers`, crossings, { exactly: 0 })
})
