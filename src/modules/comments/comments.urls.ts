import type { Urls } from '../../http/urls.ts'
import { contentUrl } from '../change-requests/index.ts'

interface CommentPlace {
  id: string
  spaceId: string
  changeRequestId: string | null
}

export const commentUrl = (urls: Urls, { id, spaceId, changeRequestId }: CommentPlace) =>
  `${contentUrl(urls, spaceId, changeRequestId)}/comments/${id}`

export const replyUrl = (urls: Urls, reply: CommentPlace & { commentId: string }) =>
  `${commentUrl(urls, { ...reply, id: reply.commentId })}/replies/${reply.id}`
