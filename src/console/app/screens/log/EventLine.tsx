import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { EventLine_event$key } from '#console/EventLine_event.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { AppLink } from '../../parts/AppLink.tsx'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'
import { eventLabel } from './event-label.ts'

/** Who did what and when, with the way to it. */
export function EventLine({ event }: { event: EventLine_event$key }) {
  const { type, occurredAt, actor, target, space, changeRequest } = useFragment(
    graphql`
      fragment EventLine_event on Event {
        type
        occurredAt
        actor {
          type
          label
        }
        target {
          subjectId
          label
        }
        space {
          id
          title
        }
        changeRequest {
          number
          subject
          urls {
            app
          }
        }
      }
    `,
    event,
  )
  const t = texts.log
  const who = actor.type === 'SYSTEM' ? t.system : (actor.label ?? t.somebody)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span>
          <bdi>{who}</bdi> · {eventLabel(type)}
        </span>
        <span>
          {target.label && target.subjectId !== space?.id && (
            <>
              <bdi>{target.label}</bdi> ·{' '}
            </>
          )}
          {space && (
            <>
              <Link to="/s/$space" params={{ space: space.id }} dir="auto">
                {space.title || texts.places.untitled}
              </Link>{' '}
              ·{' '}
            </>
          )}
          {changeRequest && (
            <>
              <AppLink href={changeRequest.urls.app} dir="auto">
                #{changeRequest.number} {changeRequest.subject}
              </AppLink>{' '}
              ·{' '}
            </>
          )}
          <Time at={occurredAt} />
        </span>
      </div>
    </li>
  )
}
