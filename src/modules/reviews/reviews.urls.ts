import type { Urls } from '../../http/urls.ts'
import { changeRequestUrl } from '../change-requests/index.ts'

export const reviewUrl = (urls: Urls, review: { id: string; spaceId: string; changeRequestId: string }) =>
  `${changeRequestUrl(urls, review.spaceId, review.changeRequestId)}/reviews/${review.id}`
