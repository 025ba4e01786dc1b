import type { Urls } from '../../http/urls.ts'
import { contentUrl } from '../change-requests/index.ts'

/** Long enough to read a page and come back to it; short enough that a leaked address is soon worth nothing. */
const LIFETIME_MS = 60 * 60 * 1000

/** The paths below which content is read, and what each of them leaves out of the input. */
export const contentPaths = {
  space: { path: '/spaces/:spaceId/content', fixed: { changeRequestId: undefined, revisionId: undefined } },
  changeRequest: {
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    fixed: { revisionId: undefined },
  },
  revision: { path: '/spaces/:spaceId/revisions/:revisionId', fixed: { changeRequestId: undefined } },
}

/** Where a page is read: in main content, or in a change request. */
export const pageUrl = (urls: Urls, spaceId: string, changeRequestId: string | null, pageId: string) =>
  `${contentUrl(urls, spaceId, changeRequestId)}/content/page/${pageId}`

/** Where the bytes of a file are, for a while, without a token. */
export const fileUrl = (urls: Urls, spaceId: string, { blob, name }: { blob: string; name: string }) =>
  urls.signed(`/files/${spaceId}/${blob}/${encodeURIComponent(name)}`, LIFETIME_MS)
