import type { Urls } from '../../http/urls.ts'
import { contentUrl } from '../change-requests/index.ts'

/** Long enough to read a page and come back to it; short enough that a leaked address is soon worth nothing. */
const LIFETIME_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

/** Where a page is read: in main content, or in a change request. */
export const pageUrl = (urls: Urls, spaceId: string, changeRequestId: string | null, pageId: string) =>
  `${contentUrl(urls, spaceId, changeRequestId)}/content/page/${pageId}`

/** Where the bytes of a file are, for a while, without a token. */
export const fileUrl = (urls: Urls, spaceId: string, { blob, name }: { blob: string; name: string }) =>
  urls.signed(`/files/${spaceId}/${blob}/${encodeURIComponent(name)}`, LIFETIME_MS)

/** Where a revision is as a PDF, for an hour, without a token. */
export const pdfUrl = (urls: Urls, spaceId: string, revisionId: string, name: string) =>
  urls.signed(`/pdf/${spaceId}/${revisionId}/${name}`, LIFETIME_MS, MINUTE_MS)
