import { graphql, useFragment } from 'react-relay/hooks'
import type { NotificationText_notification$key } from '#console/NotificationText_notification.graphql.ts'
import { texts } from '../texts/index.ts'

/** What a notification says, in one sentence: who did what, and on what. */
export function NotificationText({ notification }: { notification: NotificationText_notification$key }) {
  const { kind, title, actor } = useFragment(
    graphql`
      fragment NotificationText_notification on Notification {
        kind
        title
        actor {
          id
          displayName
        }
      }
    `,
    notification,
  )
  const values: Readonly<Record<string, string>> = {
    '{who}': actor?.displayName ?? texts.inbox.somebody,
    '{title}': title,
  }
  // Names and titles can have another direction than the sentence.
  return texts.inbox.sentences[kind]
    .split(/(\{\w+\})/)
    .map((part) => (part in values ? <bdi key={part}>{values[part]}</bdi> : part))
}
