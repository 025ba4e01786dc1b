import { it } from 'vitest'
import { crawl, guests, queriesFor } from '../access/crawl.ts'
import { buildCrawlData } from '../access/crawl-data.ts'
import { appForFile } from '../support/app.ts'
import { figure } from './figures.ts'

const t = await appForFile({ environment: { MAX_QUERY_COST: '10000000', MAX_QUERY_DEPTH: '40' } })
const marked = await buildCrawlData(t)

it('a guest who reads every field finds no e-mail address of another user', async () => {
  const queries = await queriesFor(t, marked)
  let addresses = 0
  let people = 0
  for (const { ids, others } of (await crawl(t, marked, queries, guests)).values()) {
    addresses += others.length
    people += [...ids].filter((id) => id.startsWith('usr_')).length
  }
  // Guests do see users; otherwise the next figure would prove nothing.
  figure("people in a guest's crawl", people, { atLeast: 6 })
  figure("e-mail addresses in a guest's crawl", addresses, { exactly: 0 })
})
