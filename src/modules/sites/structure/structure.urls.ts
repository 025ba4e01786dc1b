import type { Urls } from '../../../http/urls.ts'
import type { SiteRow } from '../sites.loaders.ts'
import { type Addressed, ownAddress, publishedUrl, siteUrl } from '../sites.urls.ts'
import type { SectionRow, SiteSpaceRow } from './rows.ts'

export const siteSpaceUrl = (urls: Urls, site: SiteRow, id: string) =>
  `${siteUrl(urls, site)}/site-spaces/${id}`
export const sectionUrl = (urls: Urls, site: SiteRow, id: string) => `${siteUrl(urls, site)}/sections/${id}`
export const groupUrl = (urls: Urls, site: SiteRow, id: string) =>
  `${siteUrl(urls, site)}/section-groups/${id}`
export const sortUrl = (urls: Urls, site: SiteRow) => `${siteUrl(urls, site)}/structure/sort`

/** Defaults have no segment in an address. */
export const segment = (path: string | null, isDefault: boolean | null): string[] =>
  path === null || isDefault ? [] : [path]

export const publishedSectionUrl = (
  urls: Urls,
  site: Addressed,
  { path, isDefault }: SectionRow,
  shareKey?: string,
) => publishedUrl(urls, site, segment(path, isDefault), shareKey)

/** What the address of a site space is made of. */
export type AddressedSpace = Pick<SiteSpaceRow, 'sectionPath' | 'sectionIsDefault' | 'path' | 'isDefault'>

export const segmentsOfSiteSpace = (row: AddressedSpace): string[] => [
  ...segment(row.sectionPath, row.sectionIsDefault),
  ...segment(row.path, row.isDefault),
]

export const publishedSiteSpaceUrl = (urls: Urls, site: Addressed, row: AddressedSpace, shareKey?: string) =>
  publishedUrl(urls, site, segmentsOfSiteSpace(row), shareKey)

/** The address of a preview. It is on this server: a hostname or a proxy may not be in use yet. */
export function previewUrl(
  urls: Urls,
  { site, row, token }: { site: Addressed; row: AddressedSpace | null; token: string },
): string {
  const segments = row ? segmentsOfSiteSpace(row) : []
  // In the query, which is not logged.
  return `${[ownAddress(urls, site), ...segments.map(encodeURIComponent), ''].join('/')}?preview=${token}`
}

/** Whether it opens first on the site. */
export const opensFirst = ({ isDefault, sectionIsDefault }: SiteSpaceRow): boolean =>
  isDefault && sectionIsDefault !== false
