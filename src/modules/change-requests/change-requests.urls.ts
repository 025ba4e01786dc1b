import type { Urls } from '../../http/urls.ts'
import { spaceUrl } from '../spaces/index.ts'

export const changeRequestUrl = (urls: Urls, spaceId: string, id: string) =>
  `${spaceUrl(urls, spaceId)}/change-requests/${id}`

/** The path of a change request in the app. */
export const changeRequestAppPath = ({ spaceId, number }: { spaceId: string; number: number }) =>
  `/s/${spaceId}/changes/${number}`

/** The URL of main content, or of the content of a change request. */
export const contentUrl = (urls: Urls, spaceId: string, changeRequestId: string | null) =>
  changeRequestId === null ? spaceUrl(urls, spaceId) : changeRequestUrl(urls, spaceId, changeRequestId)
