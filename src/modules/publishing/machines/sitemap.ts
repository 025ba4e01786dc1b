import { escaped } from '../../../core/html.ts'
import { countSpecPages } from '../../openapi-specs/index.ts'
import { countEntries, pathOf } from '../../revisions/index.ts'
import {
  publishedUrl,
  type SiteAddresses,
  type SiteSpaceRow,
  segmentsOfSiteSpace,
} from '../../sites/index.ts'
import { SpacePages } from '../pages/space-pages.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { listedPages } from './listed-pages.ts'

/** The most entries of a sitemap, by its standard. */
const MAX_ENTRIES = 50_000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Only public sites are listed. */
export const isListed = ({ known: { site }, hasSecret }: SiteVisit): boolean =>
  site.visibility === 'public' && site.publishedAt !== null && !hasSecret

/** The path of the sitemap of a site space, and which part of it. */
const sitemapName = (row: SiteSpaceRow, part: number): string => `sitemap-${row.id}-${part}.xml`
export const sitemapIn = (name: string): { siteSpace: string; part: number } | null => {
  const [, siteSpace, part] = /^sitemap-(sps_[a-z0-9]{1,60})-(\d{1,4})\.xml$/.exec(name) ?? []
  return siteSpace === undefined ? null : { siteSpace, part: Number(part) }
}

/** The number of sitemaps for a number of pages, some of which may not be listed. */
export const partsFor = (pages: number): number => Math.max(1, Math.ceil(pages / MAX_ENTRIES))

/** The number of pages of each site space, the computed ones included. */
async function countPages(
  { known: { site, contents }, ctx: { db } }: SiteVisit,
  rows: readonly SiteSpaceRow[],
): Promise<number[]> {
  const maps = rows.map(({ spaceId }) => ({ spaceId, root: contents.get(spaceId)?.pagesRoot ?? null }))
  const hasComputed = rows.map(({ spaceId }) => contents.get(spaceId)?.hasComputed ?? false)
  const [counts, computed] = await Promise.all([
    countEntries(db, maps),
    hasComputed.includes(true) ? countSpecPages(db, site.organizationId) : 0,
  ])
  return counts.map((count, at) => count + (hasComputed[at] ? computed : 0))
}

/** The index of the sitemaps of a site: at least one for each site space that everyone sees. */
export async function sitemapIndex(visit: SiteVisit, sites: SiteAddresses): Promise<string> {
  const { site, contents } = visit.known
  const home = publishedUrl(sites, site) ?? ''
  const rows = visit.shown.siteSpaces.filter(({ condition }) => condition === null)
  const counts = await countPages(visit, rows)
  const entries = rows.flatMap((row, at) => {
    const changed = contents.get(row.spaceId)?.createdAt.toISOString()
    const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
    return Array.from(
      { length: partsFor(counts[at] ?? 0) },
      (_, part) => `<sitemap><loc>${escaped(home + sitemapName(row, part + 1))}</loc>${lastmod}</sitemap>\n`,
    )
  })
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}

/** A part of a long list. What comes after it is not read. */
export async function* partOf<Item>(
  items: AsyncIterable<Item>,
  part: number,
  most = MAX_ENTRIES,
): AsyncGenerator<Item> {
  let count = 0
  for await (const item of items) {
    count += 1
    if (count > part * most) return
    if (count > (part - 1) * most) yield item
  }
}

/** The addresses of the pages of a site space, in parts of 50,000. */
export async function* sitemapOf(
  visit: SiteVisit,
  row: SiteSpaceRow,
  part: number,
  sites: SiteAddresses,
): AsyncGenerator<string> {
  const { site } = visit.known
  const base = publishedUrl(sites, site, segmentsOfSiteSpace(row)) ?? ''
  const pages = new SpacePages(visit, row)
  const firstId = (await pages.first())?.id
  yield `${HEAD}<urlset ${NAMESPACE}>\n`
  for await (const page of partOf(listedPages(visit, pages), part)) {
    const path = page.id === firstId ? '' : pathOf(page).split('/').map(encodeURIComponent).join('/')
    const { updatedAt, createdAt } = page.page
    yield `<url><loc>${escaped(base + path)}</loc><lastmod>${updatedAt ?? createdAt}</lastmod></url>\n`
  }
  yield '</urlset>\n'
}

/** What crawlers may read: public sites, without the search. */
export function robots(visit: SiteVisit, sites: SiteAddresses): string {
  if (!isListed(visit)) return 'User-agent: *\nDisallow: /\n'
  const home = publishedUrl(sites, visit.known.site) ?? ''
  const path = new URL(home).pathname
  return `User-agent: *\nDisallow: ${path}~search\nAllow: ${path}\n\nSitemap: ${home}sitemap.xml\n`
}
