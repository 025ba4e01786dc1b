import type { Urls } from '../../../http/urls.ts'
import type { SiteRow } from '../sites.loaders.ts'
import { type Addressed, publishedUrl, siteUrl } from '../sites.urls.ts'
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

/** Whether it opens first on the site. */
export const opensFirst = ({ isDefault, sectionIsDefault }: SiteSpaceRow): boolean =>
  isDefault && sectionIsDefault !== false
