import type { Urls } from '../../http/urls.ts'
import { changeRequestAppPath } from '../change-requests/index.ts'
import { mainAppPath } from '../content/index.ts'
import type { NotificationRow } from './notifications.loaders.ts'
import type { NotificationKind } from './notifications.model.ts'

export const notificationUrl = (urls: Urls, id: string) => urls.api(`/user/notifications/${id}`)

/** Those about a comment, a reply or a review, to which the address leads. */
const ABOUT_POSTS: ReadonlySet<NotificationKind> = new Set(['mention', 'reply', 'comment', 'reviewed'])

type Linked = Pick<
  NotificationRow,
  'kind' | 'spaceId' | 'organizationId' | 'changeRequestNumber' | 'subjectId' | 'specSlug' | 'page'
>

/** What a notification is about, in the app. */
export const appUrlOf = (urls: Pick<Urls, 'app'>, row: Linked): string => urls.app(pathInApp(row))

function pathInApp(row: Linked): string {
  const { kind, spaceId, organizationId, changeRequestNumber: number, subjectId, specSlug, page } = row
  // Where the person can accept: they cannot open the organization yet.
  if (kind === 'invited') return `/join/${organizationId}#${subjectId}`
  if (spaceId === null) return `/o/${organizationId}${specSlug === null ? '' : `/openapi/${specSlug}`}`
  // A mention in the description of a change request leads to the change request.
  const isPost = ABOUT_POSTS.has(kind) && !subjectId.startsWith('cr_')
  if (number !== null) {
    const path = changeRequestAppPath({ spaceId, number })
    if (isPost) return `${path}?view=talk#${subjectId}`
    return kind === 'conflict' ? `${path}?view=conflicts` : path
  }
  if (isPost) return `${mainAppPath(spaceId, page?.path ?? '')}#${subjectId}`
  return kind === 'git_failed' ? `/s/${spaceId}/~git` : `/s/${spaceId}`
}
