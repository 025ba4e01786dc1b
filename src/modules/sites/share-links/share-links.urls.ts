import type { Caller } from '../../../core/operations/caller.ts'
import type { Urls } from '../../../http/urls.ts'
import { type Addressed, publishedUrl, siteUrl } from '../sites.urls.ts'
import type { ShareLinkRow } from './share-links.loaders.ts'

/** A row has the id of the link; its site has another one. */
const siteOf = (row: ShareLinkRow): Addressed => ({ ...row, id: row.siteId })

export const shareLinkUrl = (urls: Urls, row: ShareLinkRow) =>
  `${siteUrl(urls, siteOf(row))}/share-links/${row.id}`

/** The address of the site with the key of the link. Undefined while the site is not published. */
export async function sharedUrl(urls: Urls, caller: Caller, row: ShareLinkRow): Promise<string | undefined> {
  if (row.publishedAt === null) return undefined
  const shareKey = await caller.openSecret('site:auth:read', row.sealedKey)
  return publishedUrl(urls, siteOf(row), [], shareKey)
}
