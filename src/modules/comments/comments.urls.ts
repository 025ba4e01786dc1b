import { readOf } from '../../core/lists/loaders.ts'
import type { Urls } from '../../http/urls.ts'
import { changeRequestAppPath, contentUrl, requiredChangeRequest } from '../change-requests/index.ts'
import { mainAppPath, rememberedPages } from '../content/index.ts'
import { pathOf } from '../revisions/index.ts'
import { type CommentRow, commentById, pageMemoryOf, type ReplyRow } from './comments.loaders.ts'

interface CommentPlace {
  id: string
  spaceId: string
  changeRequestId: string | null
}

export const commentUrl = (urls: Urls, { id, spaceId, changeRequestId }: CommentPlace) =>
  `${contentUrl(urls, spaceId, changeRequestId)}/comments/${id}`

export const replyUrl = (urls: Urls, reply: CommentPlace & { commentId: string }) =>
  `${commentUrl(urls, { ...reply, id: reply.commentId })}/replies/${reply.id}`

/** The path of a comment or a reply in the app: on its change request, or on its page of main content. */
export const appPathOfPost = readOf('space:read', async (reads, post: CommentRow | ReplyRow) => {
  const { spaceId, changeRequestId, id } = post
  if (changeRequestId !== null) {
    const changeRequest = await requiredChangeRequest.read(reads, { spaceId, changeRequestId })
    return `${changeRequestAppPath(changeRequest)}?view=talk#${id}`
  }
  const comment = 'commentId' in post ? await reads.load(commentById, post.commentId) : post
  const memory = comment && pageMemoryOf(comment)
  const page = memory && (await reads.load(rememberedPages, memory))
  const path = page?.placed && page.currentRevisionId !== null ? pathOf(page.placed) : ''
  return `${mainAppPath(spaceId, path)}#${id}`
})
