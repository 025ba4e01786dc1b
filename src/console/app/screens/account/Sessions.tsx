import { graphql, useFragment } from 'react-relay/hooks'
import type { Sessions_viewer$data, Sessions_viewer$key } from '#console/Sessions_viewer.graphql.ts'
import type { SessionsEndMutation } from '#console/SessionsEndMutation.graphql.ts'
import type { SessionsEndOthersMutation } from '#console/SessionsEndOthersMutation.graphql.ts'
import { browserName } from '../../../pages/browser-name.ts'
import { Section, type SectionActions } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { ageOf } from '../../parts/Time.tsx'
import { mutate } from '../../relay/mutate.ts'
import { signOut } from '../../sign-in/sign-out.ts'
import { texts } from '../../texts/index.ts'

const end = graphql`
  mutation SessionsEndMutation($input: EndSessionInput!) {
    endSession(input: $input) {
      deletedId
    }
  }
`
const endOthers = graphql`
  mutation SessionsEndOthersMutation($input: EndOtherSessionsInput!) {
    endOtherSessions(input: $input) {
      count
    }
  }
`

const signOutOthers = () => mutate<SessionsEndOthersMutation>(endOthers, { input: {} })

/** The browsers in which the person is signed in. */
export function Sessions({ viewer }: { viewer: Sessions_viewer$key }) {
  const { sessions } = useFragment(
    graphql`
      fragment Sessions_viewer on Viewer {
        sessions(first: 100) {
          nodes {
            id
            method
            browser
            address
            isCurrent
            createdAt
            lastSeenAt
          }
        }
      }
    `,
    viewer,
  )
  const t = texts.account
  return (
    <Section title={t.sessions} hint={t.sessionsHint}>
      {({ act }) => (
        <>
          <ul className={styles.rows}>
            {sessions.nodes.map((session) => (
              <SessionRow key={session.id} session={session} act={act} />
            ))}
          </ul>
          <div className={styles.actions}>
            {sessions.nodes.length > 1 && (
              <button
                type="button"
                className="button small"
                onClick={() => act(signOutOthers, t.othersSignedOut)}
              >
                {t.signOutOthers}
              </button>
            )}
            <button
              type="button"
              className="button small danger"
              onClick={() => act(() => signOutOthers().then(signOut), t.othersSignedOut)}
            >
              {t.signOutEverywhere}
            </button>
          </div>
        </>
      )}
    </Section>
  )
}

interface SessionRowProps {
  session: Sessions_viewer$data['sessions']['nodes'][number]
  act: SectionActions['act']
}

function SessionRow({ session, act }: SessionRowProps) {
  const t = texts.account
  const { id, browser, method, address, isCurrent, createdAt, lastSeenAt } = session
  const name = browserName(browser, t)
  const seen = ageOf(new Date(lastSeenAt))
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span title={browser}>
          {name} {isCurrent && <span className={styles.tag}>{t.thisBrowser}</span>}
        </span>
        <span>
          {t.signedInFrom(ageOf(new Date(createdAt)), t.methods[method] ?? '', address)} · {t.lastUsed(seen)}
        </span>
      </div>
      {!isCurrent && (
        <button
          type="button"
          className="button small"
          aria-label={t.signOutBrowser(name, seen)}
          onClick={() =>
            act(() => mutate<SessionsEndMutation>(end, { input: { sessionId: id } }), t.wasSignedOut(name))
          }
        >
          {t.signOut}
        </button>
      )}
    </li>
  )
}
