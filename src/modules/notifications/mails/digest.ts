import type { Urls } from '../../../http/urls.ts'
import { type Mail, mailLanguageOf } from '../../mail/index.ts'
import type { NotificationKind } from '../notifications.model.ts'
import { type NotificationPage, titleOf } from '../notifications.pages.ts'
import { appUrlOf } from '../notifications.urls.ts'
import { notificationTexts } from './texts.ts'

/** A notification that is due to be mailed, with its user. */
export interface DueNotification {
  userId: string
  email: string
  displayName: string
  language: string | null
  kind: NotificationKind
  actorName: string | null
  title: string
  excerpt: string | null
  spaceId: string | null
  organizationId: string | null
  changeRequestId: string | null
  changeRequestNumber: number | null
  subjectId: string
  specSlug: string | null
  page: NotificationPage | null
}

/** The notifications that one mail lists. */
const MAX_LINES = 40
const EXCERPT = 200
/** A link in Markdown, of which a mail shows the words. */
const LINK = /\[([^[\]\n]{0,200})\]\([^()\n]{0,300}\)/g

/** One mail with all that is due for a user. */
export function digestOf(
  notifications: readonly [DueNotification, ...DueNotification[]],
  urls: Pick<Urls, 'app'>,
  stopLink: string,
): Mail {
  const [first] = notifications
  const texts = notificationTexts[mailLanguageOf(first.language)]
  const sentences = notifications.map((each) =>
    texts.lines[each.kind](each.actorName ?? texts.somebody, titleOf(each)),
  )
  const lines = notifications.slice(0, MAX_LINES).map(({ excerpt }, index) => {
    const words = excerpt?.replace(LINK, '$1').replace(/\s+/g, ' ').trim().slice(0, EXCERPT)
    return words ? `${sentences[index]}: ${words}` : `${sentences[index]}.`
  })
  const rest = notifications.length - lines.length
  const isOne = notifications.length === 1
  return {
    template: 'notification',
    to: { name: first.displayName, address: first.email },
    language: first.language,
    organizationId: null,
    data: {
      title: isOne ? (sentences[0] ?? '') : texts.several(notifications.length),
      lines: rest > 0 ? [...lines, texts.more(rest)] : lines,
      link: isOne ? appUrlOf(urls, first) : urls.app('/inbox'),
      stopLink,
    },
  }
}
