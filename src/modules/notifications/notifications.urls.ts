import type { Urls } from '../../http/urls.ts'
import type { NotificationRow } from './notifications.loaders.ts'

export const notificationUrl = (urls: Urls, id: string) => urls.api(`/user/notifications/${id}`)

/** The page of what a notification is about. */
export function appUrlOf(
  urls: Pick<Urls, 'app'>,
  row: Pick<NotificationRow, 'spaceId' | 'organizationId' | 'changeRequestNumber'>,
): string {
  const { spaceId, organizationId, changeRequestNumber: number } = row
  if (spaceId === null) return urls.app(`/o/${organizationId}`)
  return urls.app(number === null ? `/s/${spaceId}` : `/s/${spaceId}/changes/${number}`)
}
