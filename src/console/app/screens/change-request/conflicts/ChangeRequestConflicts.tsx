import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { ChangeRequestConflictsQuery } from '#console/ChangeRequestConflictsQuery.graphql.ts'
import { Empty } from '../../../parts/Empty.tsx'
import { preload as read, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import { useSpaceEvents } from '../../space/SpaceEvents.tsx'
import type { ConflictCards } from './ConflictCard.tsx'
import styles from './Conflicts.module.css'
import { OpenConflicts } from './OpenConflicts.tsx'
import { ResolvedConflicts } from './ResolvedConflicts.tsx'
import { UpdateFromMain } from './UpdateFromMain.tsx'

const query = graphql`
  query ChangeRequestConflictsQuery($id: ID!) {
    changeRequest(id: $id) {
      id
      number
      status
      outdated
      permissions {
        edit
        merge
      }
      revision {
        id
      }
      # The numbers of all, however many of them are shown.
      conflicts(first: 1) {
        totalCount
      }
      open: conflicts(first: 1, resolved: false) {
        totalCount
      }
      ...OpenConflicts_changeRequest
      ...ResolvedConflicts_changeRequest
    }
  }
`

interface ChangeRequestConflictsProps {
  changeRequestId: string
  spaceId: string
}

export const preload = ({ changeRequestId }: ChangeRequestConflictsProps): void =>
  read<ChangeRequestConflictsQuery>(query, { id: changeRequestId })

const CHANGING: ReadonlySet<string> = new Set([
  'CHANGE_REQUEST_CONFLICTED',
  'CHANGE_REQUEST_CONTENT_CHANGED',
  'CHANGE_REQUEST_UPDATED',
  'CHANGE_REQUEST_STATUS_CHANGED',
])

/** The conflicts of a change request with main content, one card for each, those to decide first, and how many are left. */
export default function ChangeRequestConflicts({
  changeRequestId: id,
  spaceId,
}: ChangeRequestConflictsProps) {
  const { changeRequest } = useScreenQuery<ChangeRequestConflictsQuery>(query, { id })
  const again = () => reread<ChangeRequestConflictsQuery>(query, { id })
  useSpaceEvents({
    onEvent: ({ type, changeRequestId }) => {
      if (changeRequestId === id && CHANGING.has(type)) again()
    },
    onGap: again,
  })
  if (!changeRequest) return null
  const { conflicts, open, permissions, revision, outdated, status, number } = changeRequest
  const total = conflicts.totalCount
  const left = open.totalCount
  const isUnfinished = status === 'DRAFT' || status === 'OPEN'
  const t = texts.conflicts
  const cards: ConflictCards = {
    changeRequestId: id,
    spaceId,
    revisionId: revision.id,
    mayResolve: permissions.edit && isUnfinished,
    readAgain: again,
  }
  return (
    <div className={styles.conflicts}>
      {total > 0 && (
        <div className={styles.head}>
          <progress value={total - left} max={total} aria-label={t.progress(total - left, total)} />
          <span role="status">{t.progress(total - left, total)}</span>
          {left === 0 && isUnfinished && permissions.merge && (
            <Link
              className="button small primary"
              to="/s/$space/changes/$number"
              params={{ space: spaceId, number: String(number) }}
            >
              {t.toMerge}
            </Link>
          )}
        </div>
      )}
      {isUnfinished && outdated && left === 0 && permissions.edit && (
        <UpdateFromMain changeRequestId={id} onDone={again} />
      )}
      {total === 0 && !outdated && <Empty>{t.none}</Empty>}
      {isUnfinished && !permissions.edit && left > 0 && <p className="message">{t.cannotResolve}</p>}
      <OpenConflicts changeRequest={changeRequest} {...cards} />
      <ResolvedConflicts changeRequest={changeRequest} {...cards} />
    </div>
  )
}
