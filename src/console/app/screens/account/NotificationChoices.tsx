import { graphql, useFragment } from 'react-relay/hooks'
import type { NotificationChoices_preferences$key } from '#console/NotificationChoices_preferences.graphql.ts'
import { Choice } from '../../forms/Choice.tsx'
import { texts } from '../../texts/index.ts'
import styles from './Account.module.css'

export const KINDS = ['mentions', 'reviews', 'comments', 'changeRequests', 'failures'] as const

/** What is in the inbox and what is mailed, for each kind of notification. */
export function NotificationChoices(props: { preferences: NotificationChoices_preferences$key }) {
  const { inbox, mail } = useFragment(
    graphql`
      fragment NotificationChoices_preferences on Preferences {
        inbox {
          mentions
          reviews
          comments
          changeRequests
          failures
        }
        mail {
          mentions
          reviews
          comments
          changeRequests
          failures
        }
      }
    `,
    props.preferences,
  )
  const t = texts.account
  return (
    <table className={styles.kinds} aria-label={t.notifications}>
      <thead>
        <tr>
          <th scope="col">{t.notifications}</th>
          <th scope="col">{t.inInbox}</th>
          <th scope="col">{t.byMail}</th>
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t.kinds[kind]}</th>
            <td>
              <input
                type="checkbox"
                name={`inbox-${kind}`}
                aria-label={t.inboxOf(t.kinds[kind])}
                defaultChecked={inbox[kind]}
              />
            </td>
            <td>
              <Choice
                name={`mail-${kind}`}
                label={t.mailOf(t.kinds[kind])}
                options={t.frequencies}
                value={mail[kind]}
                isLabelHidden
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
