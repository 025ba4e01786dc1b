import type { Urls } from '../../../http/urls.ts'
import { type PlacedPage, pathOf } from '../../revisions/index.ts'
import type { SiteSpaceRow } from '../../sites/index.ts'
import { addressOnSite, segmentsOfSiteSpace } from '../../sites/index.ts'
import type { Audience } from '../published.service.ts'

export interface At {
  site: Audience['site']
  shareKey: string | undefined
}

/** A place on a published site. The page is null at the address of the site space itself. */
export type PublishedPlace = At & {
  row: SiteSpaceRow
  page: PlacedPage | null
  /** Segments below the site space at which the caller sees no page. */
  rest?: readonly string[]
  /** Segments below the page that the wildcard of a redirect matched. */
  captured?: readonly string[]
}

/** The path of the page in its space, also if there is none. Empty at the address of the site space itself. */
export const pathnameOf = ({ page, rest = [] }: PublishedPlace): string =>
  page ? pathOf(page) : rest.join('/')

/** The path of a place on its site. */
export function segmentsOfPlace(place: PublishedPlace): string[] {
  const path = pathnameOf(place)
  return [
    ...segmentsOfSiteSpace(place.row),
    ...(path === '' ? [] : path.split('/')),
    ...(place.captured ?? []),
  ]
}

/** The address of a place on its site. In the preview of a site that is not published, where it will be. */
export const placeUrl = (urls: Urls, place: PublishedPlace, shareKey?: string): string =>
  addressOnSite(urls, place.site, segmentsOfPlace(place), shareKey)

/** The path of the site in its address, from the root of the host. */
export const siteBasePathOf = (urls: Urls, { site }: PublishedPlace): string =>
  new URL(addressOnSite(urls, site, [])).pathname

/** The path of the site space in the address of its site, from the root of the host. */
export const basePathOf = (urls: Urls, { site, row }: PublishedPlace): string =>
  new URL(addressOnSite(urls, site, segmentsOfSiteSpace(row))).pathname
