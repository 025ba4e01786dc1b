import type { Urls } from '../../../http/urls.ts'
import { ownAddress } from '../sites.urls.ts'
import { segmentsOfSiteSpace } from '../structure/structure.urls.ts'
import type { SitePreview } from './preview.service.ts'

/** The address of a preview. It is on this server: a hostname or a proxy may not be in use yet. */
export function previewUrl(urls: Urls, { site, row, token }: SitePreview): string {
  const segments = row ? segmentsOfSiteSpace(row) : []
  const address = [ownAddress(urls, site), ...segments.map(encodeURIComponent), ''].join('/')
  // In the query, which is not logged.
  return `${address}?preview=${token}`
}
