import type { Caller } from '../../core/operations/caller.ts'
import type { Urls } from '../../http/urls.ts'
import { contentUrl } from '../change-requests/index.ts'
import { publicationOf, publishedUrlsOf, requiredSpace } from '../spaces/index.ts'
import type { Content } from './content-scope.ts'

/** Long enough to read a page and return to it, short enough that a leaked URL soon expires. */
const LIFETIME_MS = 60 * 60 * 1000

/** The paths of content, and the input fields that each of them leaves out. */
export const contentPaths = {
  space: { path: '/spaces/:spaceId/content', fixed: { changeRequestId: undefined, revisionId: undefined } },
  changeRequest: {
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    fixed: { revisionId: undefined },
  },
  revision: { path: '/spaces/:spaceId/revisions/:revisionId', fixed: { changeRequestId: undefined } },
}

/** The URL of a page, in main content or in a change request. */
export const pageUrl = (urls: Urls, spaceId: string, changeRequestId: string | null, pageId: string) =>
  `${contentUrl(urls, spaceId, changeRequestId)}/content/page/${pageId}`

/** The URL of the bytes of a file, which needs no token and expires. */
export const fileUrl = (urls: Urls, spaceId: string, { blob, name }: { blob: string; name: string }) =>
  urls.signed(`/files/${spaceId}/${blob}/${encodeURIComponent(name)}`, LIFETIME_MS)

/** The URLs for readers, of the revision that they see: the current one of main content. */
export async function publishedUrlsIn(
  { revision, changeRequest, spaceId, seen }: Content,
  view: { caller: Caller; urls: Urls },
): Promise<ReturnType<typeof publishedUrlsOf>> {
  if (seen) return seen.urls(view.urls)
  const space = changeRequest ? null : await view.caller.load(requiredSpace, spaceId)
  if (space?.revisionId !== revision.id) return {}
  return publishedUrlsOf(await publicationOf(space, view), view.urls)
}
