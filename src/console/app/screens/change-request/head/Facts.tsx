import { graphql, useFragment } from 'react-relay/hooks'
import type { Facts_changeRequest$key } from '#console/Facts_changeRequest.graphql.ts'
import { Time } from '../../../parts/Time.tsx'
import { texts } from '../../../texts/index.ts'
import { Presence } from '../../space/Presence.tsx'
import type { ChangePlace } from '../place.ts'
import styles from './Head.module.css'
import { PagesCount } from './PagesCount.tsx'

interface FactsProps {
  changeRequest: Facts_changeRequest$key
  place: ChangePlace
}

/** The status, how much is changed and discussed, and who began it when. */
export function Facts({ changeRequest, place }: FactsProps) {
  const { id, status, commentsOpen, createdAt, createdBy } = useFragment(
    graphql`
      fragment Facts_changeRequest on ChangeRequest {
        id
        status
        commentsOpen
        createdAt
        createdBy {
          id
          displayName
        }
      }
    `,
    changeRequest,
  )
  const t = texts.changeRequest
  return (
    <ul className={styles.facts}>
      <li className={styles.status} data-status={status}>
        {t.statuses[status]}
      </li>
      <PagesCount place={place} />
      {commentsOpen > 0 && <li>{t.openThreads(commentsOpen)}</li>}
      <li>
        {t.opened} <Time at={createdAt} /> <bdi>{t.by(createdBy.displayName)}</bdi>
      </li>
      <li className={styles.here}>
        <Presence changeRequestId={id} />
      </li>
    </ul>
  )
}
