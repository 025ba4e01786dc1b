import { pathOf } from '../../revisions/index.ts'
import { Addresses, MARKS, markedIn, siteSpaceNamed } from '../pages/addresses.ts'
import { SpacePages } from '../pages/space-pages.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { changedPages, updatesOn } from './feed-entries.ts'
import { type FeedFormat, printFeed } from './feeds.ts'
import { absoluteUrl } from './listed-pages.ts'

/** The feed at the address of a visit. Null if there is none that the reader sees. */
export async function feedAt(
  visit: SiteVisit,
  origin: string,
): Promise<{ format: FeedFormat; text: string } | null> {
  const { above, rest } = markedIn(visit.segments, MARKS.feed) ?? { above: [], rest: [] }
  const row = siteSpaceNamed(visit.shown.siteSpaces, above)
  const format = /^(rss|atom)\.xml$/.exec(rest.at(-1) ?? '')?.[1] as FeedFormat | undefined
  if (!row || !format || rest.length > 2) return null
  const pages = new SpacePages(visit, row)
  const pageId = rest.length === 2 ? rest[0] : undefined
  const page = pageId === undefined ? null : (await pages.byId([pageId])).get(pageId)
  if (page === undefined || page?.page.noIndex) return null
  const addresses = new Addresses(visit)
  const site = visit.shown.lookAt(row.id).title ?? visit.known.site.title
  const text = printFeed(
    {
      title: page ? `${page.page.title} – ${site}` : site,
      url: absoluteUrl(origin, addresses.page(row, page ? pathOf(page) : '')),
      self: absoluteUrl(origin, addresses.feed(row, format, pageId)),
      lang: row.space.language ?? 'en',
      entries: page ? await updatesOn(visit, pages, page, origin) : await changedPages(visit, pages, origin),
    },
    format,
  )
  return { format, text }
}
