import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ChangeRow_changeRequest$key } from '#console/ChangeRow_changeRequest.graphql.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { ChangeStatus } from '../../parts/ChangeStatus.tsx'
import { Emoji } from '../../parts/Emoji.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'
import styles from './ChangesTable.module.css'
import { MergeMark } from './MergeMark.tsx'
import { RowReviewers } from './RowReviewers.tsx'
import type { MergeStateName } from './use-merge-states.ts'

interface ChangeRowProps {
  changeRequest: ChangeRow_changeRequest$key
  /** Whether the space is named, because the list is of several. */
  hasSpace: boolean
  /** Undefined until it is known. */
  mergeState: MergeStateName | undefined
  isSelected: boolean
  /** Undefined if the person can do nothing with it. */
  onSelect: (() => void) | undefined
}

/** A change request in the table. On a phone it has two lines: the subject, and the rest. */
export function ChangeRow({ changeRequest, hasSpace, mergeState, isSelected, onSelect }: ChangeRowProps) {
  const change = useFragment(
    graphql`
      fragment ChangeRow_changeRequest on ChangeRequest {
        id
        number
        subject
        status
        outdated
        version
        updatedAt
        commentsOpen
        createdBy {
          id
          displayName
          photoURL
        }
        space {
          id
          title
          emoji
        }
        ...RowReviewers_changeRequest
      }
    `,
    changeRequest,
  )
  const { id, number, subject, status, updatedAt, commentsOpen, createdBy, space } = change
  const t = texts.changes
  const name = subject || t.noSubject
  const threads = commentsOpen > 0 && (
    <span className={styles.threads} title={t.openThreads(commentsOpen)}>
      <Icon name="comment" /> {commentsOpen}
      <span className="visually-hidden">{t.openThreads(commentsOpen)}</span>
    </span>
  )
  return (
    <tr data-row={id} data-selected={isSelected}>
      <td className={styles.check}>
        {onSelect && (
          <input type="checkbox" checked={isSelected} onChange={onSelect} aria-label={t.select(name)} />
        )}
      </td>
      <td className={styles.number}>
        <ChangeStatus status={status} /> <span className={styles.digits}>{number}</span>
      </td>
      <th scope="row" className={styles.subject}>
        <Link to="/s/$space/changes/$number" params={{ space: space.id, number: String(number) }} dir="auto">
          {name}
        </Link>
        <span className={styles.facts}>
          {hasSpace && (
            <span className={styles.space}>
              <Emoji code={space.emoji} /> <bdi>{space.title}</bdi>
            </span>
          )}
          <span className={styles.narrow}>
            #{number} · <bdi>{createdBy.displayName}</bdi> · <Time at={updatedAt} /> {threads}
          </span>
        </span>
      </th>
      <td className={styles.author}>
        <Avatar person={createdBy} /> <bdi>{createdBy.displayName}</bdi>
      </td>
      <td className={styles.reviewers}>
        <RowReviewers changeRequest={change} />
      </td>
      <td className={styles.count}>{threads}</td>
      <td className={styles.merge}>
        <MergeMark state={mergeState} isOutdated={change.outdated} status={status} />
      </td>
      <td className={styles.age}>
        <Time at={updatedAt} />
      </td>
    </tr>
  )
}
