import { beforeAll, expect, it } from 'vitest'
import { kindOf } from '../../src/core/ids.ts'
import { appForFile } from '../support/app.ts'
import { crawl, expectSight, queriesFor, type Sights } from './crawl.ts'
import { buildCrawlData, differentCrawlers } from './crawl-data.ts'

/** Each crawler sends several hundred requests. */
const PATIENCE = 180_000

const t = await appForFile({ environment: { MAX_QUERY_COST: '10000000', MAX_QUERY_DEPTH: '40' } })
const marked = await buildCrawlData(t)
let sights: Sights

// test/attack/crawl.test.ts runs all crawlers.
beforeAll(async () => {
  sights = await crawl(t, marked, await queriesFor(t, marked), differentCrawlers)
}, PATIENCE)

it.each(differentCrawlers)(
  '%s sees no id and no text of resources without access, and all of those with access',
  (name) => expectSight(marked, sights, name),
)

it('a crawl of both APIs shows every resource to some user, except deleted ones', () => {
  const unseen = [...marked.ids].filter(([, sees]) => !marked.crawlers.some(sees)).map(([id]) => kindOf(id))
  // Two deleted spaces have a change request with a review, two threads and all content each, an invite, and a place on
  // a site.
  const content = ['File', ...Array(5).fill('Page'), 'ReusableContent', ...Array(3).fill('Revision')]
  const threads = ['Comment', 'Comment', 'CommentReply', 'CommentReply']
  expect(unseen.sort()).toEqual(
    ['ChangeRequest', 'Invite', 'Review', 'SiteSpace', ...threads, ...content]
      .flatMap((kind) => [kind, kind])
      .sort(),
  )
})
