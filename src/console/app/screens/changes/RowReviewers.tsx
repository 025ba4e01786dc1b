import { graphql, useFragment } from 'react-relay/hooks'
import type {
  RowReviewers_changeRequest$data,
  RowReviewers_changeRequest$key,
} from '#console/RowReviewers_changeRequest.graphql.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { texts } from '../../texts/index.ts'
import styles from './RowReviewers.module.css'

type Verdict = 'APPROVED' | 'CHANGES_REQUESTED' | 'WAITING'
type Reviewer = RowReviewers_changeRequest$data['reviews']['nodes'][number]['reviewer']

/** As many are drawn; the others are a number. */
const MAX_DRAWN = 4

/** Everybody who was asked, or has reviewed what is proposed now, with their last verdict. */
function verdictsOf({ reviews, requestedReviewers }: RowReviewers_changeRequest$data): [Reviewer, Verdict][] {
  const verdicts = new Map<string, [Reviewer, Verdict]>()
  // The newest review is first.
  for (const { reviewer, status } of reviews.nodes) {
    if (!verdicts.has(reviewer.id)) verdicts.set(reviewer.id, [reviewer, status])
  }
  for (const { user } of requestedReviewers.nodes) {
    if (!verdicts.has(user.id)) verdicts.set(user.id, [user, 'WAITING'])
  }
  return [...verdicts.values()]
}

/** The reviewers of a change request, each with their verdict. */
export function RowReviewers({ changeRequest }: { changeRequest: RowReviewers_changeRequest$key }) {
  const data = useFragment(
    graphql`
      fragment RowReviewers_changeRequest on ChangeRequest {
        requestedReviewers(first: 5) {
          totalCount
          nodes {
            user {
              id
              displayName
              photoURL
            }
          }
        }
        reviews(first: 10, outdated: false) {
          nodes {
            id
            status
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
  const all = verdictsOf(data)
  const more = Math.max(all.length, data.requestedReviewers.totalCount) - MAX_DRAWN
  const { verdicts } = texts.changes
  return (
    <ul className={styles.reviewers}>
      {all.slice(0, MAX_DRAWN).map(([person, verdict]) => (
        <li key={person.id} data-verdict={verdict} title={verdicts[verdict](person.displayName)}>
          <Avatar person={person} />
          {verdict !== 'WAITING' && (
            <span className={styles.mark}>
              <Icon name={verdict === 'APPROVED' ? 'check' : 'close'} />
            </span>
          )}
          <span className="visually-hidden">{verdicts[verdict](person.displayName)}</span>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>+{more}</li>}
    </ul>
  )
}
