import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Reviewers_changeRequest$key } from '#console/Reviewers_changeRequest.graphql.ts'
import { runLater } from '../../../frame/run-later.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import { viewer } from '../../../threads/viewer.ts'
import styles from './People.module.css'
import { type Reviewer, reviewersOf } from './reviewers.ts'

interface ReviewersProps {
  changeRequest: Reviewers_changeRequest$key
  /** Asks for a review. */
  onRequest: () => void
}

/** Who was asked for a review, and what they said. */
export function Reviewers({ changeRequest, onRequest }: ReviewersProps) {
  const data = useFragment(
    graphql`
      fragment Reviewers_changeRequest on ChangeRequest {
        id
        status
        permissions {
          requestReviewers
        }
        requestedReviewers(first: 50) {
          nodes {
            user {
              id
              displayName
              photoURL
            }
          }
        }
        reviews(first: 50) {
          nodes {
            id
            status
            outdated
            reviewer {
              id
              displayName
              photoURL
            }
          }
        }
      }
    `,
    changeRequest,
  )
  const { id, status, permissions } = data
  const reviewers = reviewersOf({
    requested: data.requestedReviewers.nodes,
    reviews: data.reviews.nodes,
  })
  const isOver = status === 'MERGED' || status === 'ARCHIVED'
  const t = texts.changeRequest.people
  return (
    <section className={styles.section} aria-label={t.reviewers}>
      <h2>{t.reviewers}</h2>
      {reviewers.length === 0 && <p className="muted">{t.nobody}</p>}
      <ul className={styles.list}>
        {reviewers.map((reviewer) => (
          <ReviewerRow
            key={reviewer.user.id}
            changeRequestId={id}
            reviewer={reviewer}
            mayAsk={permissions.requestReviewers}
            mayRemove={
              !isOver &&
              reviewer.isRequested &&
              (permissions.requestReviewers || reviewer.user.id === viewer().id)
            }
          />
        ))}
      </ul>
      {permissions.requestReviewers && !isOver && (
        <button type="button" className="button small" onClick={onRequest}>
          {t.request}
        </button>
      )}
    </section>
  )
}

interface ReviewerRowProps {
  changeRequestId: string
  reviewer: Reviewer
  /** Whether the person could ask again. */
  mayAsk: boolean
  mayRemove: boolean
}

function ReviewerRow({ changeRequestId, reviewer, mayAsk, mayRemove }: ReviewerRowProps) {
  const { user, verdict, isOutdated } = reviewer
  const [isBusy, setBusy] = useState(false)
  const t = texts.changeRequest.people
  const remove = () => {
    if (isBusy) return
    setBusy(true)
    void runLater(
      () => import('./remove-reviewer.ts'),
      ({ removeReviewer }) => removeReviewer(changeRequestId, user, mayAsk),
    ).then(() => setBusy(false))
  }
  return (
    <li className={styles.person}>
      <Avatar person={user} />
      <span className={styles.name}>
        <bdi>{user.displayName}</bdi>
        <span className={styles.verdict} data-verdict={isOutdated ? 'outdated' : verdict}>
          {verdict === undefined ? t.waiting : t[verdict]}
          {isOutdated && `, ${t.outdated}`}
        </span>
      </span>
      {mayRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t.remove(user.displayName)}
          title={t.remove(user.displayName)}
          onClick={remove}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  )
}
