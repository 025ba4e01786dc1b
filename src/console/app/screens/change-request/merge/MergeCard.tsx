import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { MergeCard_changeRequest$key } from '#console/MergeCard_changeRequest.graphql.ts'
import { Time } from '../../../parts/Time.tsx'
import { texts } from '../../../texts/index.ts'
import type { ChangePlace } from '../place.ts'
import styles from './Merge.module.css'
import { useUpdateFromMain } from './use-update-from-main.ts'

interface MergeCardProps {
  changeRequest: MergeCard_changeRequest$key
  place: ChangePlace
}

/** Whether it can be merged, what prevents it, and what to do about that. */
export function MergeCard({ changeRequest, place }: MergeCardProps) {
  const { id, status, merge, permissions, mergedAt, mergedBy, revisionMerged, outdated } = useFragment(
    graphql`
      fragment MergeCard_changeRequest on ChangeRequest {
        id
        status
        outdated
        mergedAt
        mergedBy {
          id
          displayName
        }
        revisionMerged {
          id
        }
        permissions {
          edit
        }
        merge {
          state
          conflictCount
          conflictingPages {
            pageId
            title
          }
          blockedBy {
            rule
            message
          }
        }
      }
    `,
    changeRequest,
  )
  const { update, isBusy } = useUpdateFromMain(id, place)
  const t = texts.changeRequest.merge
  const params = { space: place.space, number: String(place.number) }
  if (status === 'MERGED') {
    return (
      <section className={styles.card} aria-label={t.heading}>
        <h2>{t.heading}</h2>
        <p>
          <bdi>{mergedBy ? t.mergedBy(mergedBy.displayName) : t.merged}</bdi>{' '}
          {mergedAt && <Time at={mergedAt} />}
        </p>
        {revisionMerged && (
          <Link
            to="/s/$space/revisions/$revision"
            params={{ space: place.space, revision: revisionMerged.id }}
          >
            {t.revision}
          </Link>
        )}
      </section>
    )
  }
  const hasConflicts = merge.state === 'CONFLICTS'
  return (
    <section className={styles.card} data-state={merge.state} aria-label={t.heading}>
      <h2>{t.heading}</h2>
      <p>{status === 'ARCHIVED' ? t.archived : t.states[merge.state]}</p>
      {hasConflicts && (
        <ul className={styles.list}>
          {merge.conflictingPages.slice(0, 5).map(({ pageId, title }) => (
            <li key={pageId} dir="auto">
              {title}
            </li>
          ))}
        </ul>
      )}
      {merge.state === 'BLOCKED' && status !== 'ARCHIVED' && (
        <ul className={styles.list}>
          {merge.blockedBy.map(({ rule, message }) => (
            <li key={rule}>{message}</li>
          ))}
        </ul>
      )}
      {status !== 'ARCHIVED' && (
        <div className={styles.actions}>
          {hasConflicts && permissions.edit && (
            <ConflictsButton
              isPrepared={!outdated}
              params={params}
              isBusy={isBusy}
              onUpdate={() => update()}
            />
          )}
          {!hasConflicts && outdated && permissions.edit && (
            <button type="button" className="button small" aria-disabled={isBusy} onClick={() => update()}>
              {texts.changeRequest.updateFromMain}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

interface ConflictsButtonProps {
  /** Whether the conflicts exist already: an update from main creates them. */
  isPrepared: boolean
  params: { space: string; number: string }
  isBusy: boolean
  onUpdate: () => void
}

function ConflictsButton({ isPrepared, params, isBusy, onUpdate }: ConflictsButtonProps) {
  const label = texts.changeRequest.merge.resolve
  if (isPrepared) {
    return (
      <Link
        to="/s/$space/changes/$number"
        params={params}
        search={{ view: 'conflicts' }}
        className="button small primary"
      >
        {label}
      </Link>
    )
  }
  return (
    <button type="button" className="button small primary" aria-disabled={isBusy} onClick={onUpdate}>
      {label}
    </button>
  )
}
