import type { Urls } from '../../../http/urls.ts'
import { pathOf } from '../../revisions/index.ts'
import { publishedUrl } from '../sites.urls.ts'
import { segmentsOfSiteSpace } from '../structure/structure.urls.ts'
import type { PublishedPlace } from './resolving.service.ts'

/** The path of the page in its space. Empty at the address of the site space itself. */
export const pathnameOf = ({ page }: PublishedPlace): string => (page ? pathOf(page) : '')

/** The address of a place on its site. Undefined in the preview of a site that is not published. */
export function placeUrl(urls: Urls, place: PublishedPlace, shareKey?: string): string | undefined {
  const path = pathnameOf(place)
  const segments = [...segmentsOfSiteSpace(place.row), ...(path === '' ? [] : path.split('/'))]
  return publishedUrl(urls, place.site, segments, shareKey)
}

/** The path of the site space in the address of its site, from the root of the host. */
export function basePathOf(urls: Urls, { site, row }: PublishedPlace): string {
  const base = publishedUrl(urls, site, segmentsOfSiteSpace(row))
  return base === undefined ? '/' : new URL(base).pathname
}
