import type { PlacedPage } from '../../revisions/index.ts'
import type { PageHead } from '../../site-rendering/index.ts'
import {
  isImageId,
  publishedUrl,
  type SiteAddresses,
  type SiteSpaceRow,
  segmentsOfSiteSpace,
} from '../../sites/index.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { Addresses, MARKS } from './addresses.ts'
import { sectionTitleOf } from './frame.ts'
import { previewUrl } from './paths/preview-at.ts'
import type { SpacePages } from './space-pages.ts'
import { rowsByLanguage } from './variants.ts'

interface Headed {
  pages: SpacePages
  page: PlacedPage
  path: string
  variants: ReadonlyMap<string, string>
  /** Whether the page lists updates. */
  hasUpdates: boolean
}

/** Whether search engines can list a page: of public sites, those that everyone finds. */
export function isIndexed(
  { known: { site } }: SiteVisit,
  { page, above }: PlacedPage,
  row: SiteSpaceRow,
): boolean {
  const chain = [page, ...above.map((each) => each.page)]
  return (
    site.visibility === 'public' &&
    site.publishedAt !== null &&
    row.condition === null &&
    chain.every(({ hidden, condition }) => !hidden && condition === undefined) &&
    !page.noIndex &&
    !page.noRobotsIndex
  )
}

export function headOf(
  visit: SiteVisit,
  { sites }: { sites: SiteAddresses },
  { pages: { row }, page, path, variants, hasUpdates }: Headed,
): PageHead {
  const { site } = visit.known
  const urlOf = (each: SiteSpaceRow, at: string) =>
    publishedUrl(sites, site, [
      ...segmentsOfSiteSpace(each),
      ...at.split('/').filter((part) => part !== ''),
    ])?.replace(/\/$/, at === '' ? '/' : '')
  const canonical = urlOf(row, path)
  const look = visit.shown.lookAt(row.id)
  const isListed = isIndexed(visit, page, row) && !visit.hasSecret
  const pathIn = ({ id }: SiteSpaceRow) => variants.get(id)
  const inLanguages = [...rowsByLanguage(visit, row)].flatMap(([lang, each]) => {
    const at = pathIn(each)
    const href = at === undefined ? undefined : urlOf(each, at)
    return href === undefined ? [] : [{ lang, href, isDefault: each.isDefault }]
  })
  const [otherwise = inLanguages[0]] = inLanguages.filter(({ isDefault }) => isDefault)
  const alternates = [...inLanguages, ...(otherwise ? [{ ...otherwise, lang: 'x-default' }] : [])]
  const image = socialImage(visit, sites, look.socialPreview.url) ?? previewUrl(visit, sites, row, page)
  return {
    ...(canonical === undefined ? {} : { canonical }),
    ...(isListed ? {} : { robots: 'noindex' }),
    alternates: inLanguages.length > 1 ? alternates.map(({ lang, href }) => ({ lang, href })) : [],
    feeds: feedsOf(visit, row, hasUpdates ? page : null),
    openGraph: {
      siteName: look.title ?? site.title,
      type: path === '' ? 'website' : 'article',
      ...(canonical === undefined ? {} : { url: canonical }),
      ...(image === undefined ? {} : { image }),
    },
    ...(canonical === undefined ? {} : { structuredData: [crumbsData(visit, sites, row, page, canonical)] }),
  }
}

/** The feeds of a site space, and those of a page that lists updates. */
function feedsOf(visit: SiteVisit, row: SiteSpaceRow, page: PlacedPage | null): PageHead['feeds'] {
  const addresses = new Addresses(visit)
  const site = visit.shown.lookAt(row.id).title ?? visit.known.site.title
  const kinds = [{ title: site, id: undefined }, ...(page ? [{ title: page.page.title, id: page.id }] : [])]
  return kinds.flatMap(({ title, id }) =>
    (['rss', 'atom'] as const).map((format) => ({
      title: `${title} (${format === 'rss' ? 'RSS' : 'Atom'})`,
      href: addresses.feed(row, format, id),
      type: `application/${format}+xml`,
    })),
  )
}

/** The address of the image that other services show for a link. */
function socialImage(
  { known: { site } }: SiteVisit,
  sites: SiteAddresses,
  reference: string | undefined,
): string | undefined {
  if (reference === undefined || !isImageId(reference)) return reference
  return publishedUrl(sites, site, [MARKS.images, reference])?.replace(/\/$/, '')
}

/** The position of a page as JSON-LD. */
function crumbsData(
  visit: SiteVisit,
  sites: SiteAddresses,
  row: SiteSpaceRow,
  page: PlacedPage,
  canonical: string,
): object {
  const home = publishedUrl(sites, visit.known.site) ?? canonical
  const names = [...sectionTitleOf(visit, row), ...[...page.above].reverse().map((each) => each.page.title)]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [visit.known.site.title, ...names, page.page.title].map((name, at, all) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      ...(at === 0 ? { item: home } : at === all.length - 1 ? { item: canonical } : {}),
    })),
  }
}
