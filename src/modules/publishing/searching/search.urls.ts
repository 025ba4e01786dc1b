import type { Urls } from '../../../http/urls.ts'
import { pathOf } from '../../revisions/index.ts'
import { publishedUrl, segmentsOfSiteSpace } from '../../sites/index.ts'
import type { SiteSearch } from './search.service.ts'
import type { SiteHit } from './searching.ts'

/** The path of a page in its space, and the heading. */
export const pathOfHit = ({ page }: SiteHit, anchor: string | null): string =>
  anchor === null ? pathOf(page) : `${pathOf(page)}#${anchor}`

/** The address of a result. Undefined while the site is not published. */
export function urlOfHit(
  urls: Pick<Urls, 'settings'>,
  { site, shareKey }: SiteSearch,
  { row, page }: SiteHit,
  anchor: string | null,
): string | undefined {
  const segments = [...segmentsOfSiteSpace(row), ...pathOf(page).split('/')]
  const url = publishedUrl(urls, site, segments, shareKey)
  return url === undefined || anchor === null ? url : `${url}#${encodeURIComponent(anchor)}`
}
