import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { ChangeRequestConflictsQuery } from '#console/ChangeRequestConflictsQuery.graphql.ts'
import { Empty } from '../../../parts/Empty.tsx'
import { preload as read, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import { useSpaceEvents } from '../../space/SpaceEvents.tsx'
import { ConflictCard } from './ConflictCard.tsx'
import styles from './Conflicts.module.css'
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
      conflicts(first: 100) {
        nodes {
          id
          resolution
          ...ConflictCard_conflict
        }
      }
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

/** The conflicts of a change request with main content, one card for each, and how many are left. */
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
  const { conflicts, permissions, revision, outdated, status, number } = changeRequest
  const total = conflicts.nodes.length
  const resolved = conflicts.nodes.filter(({ resolution }) => resolution !== null).length
  const isUnfinished = status === 'DRAFT' || status === 'OPEN'
  const t = texts.conflicts
  return (
    <div className={styles.conflicts}>
      {total > 0 && (
        <div className={styles.head}>
          <progress value={resolved} max={total} aria-label={t.progress(resolved, total)} />
          <span role="status">{t.progress(resolved, total)}</span>
          {resolved === total && isUnfinished && permissions.merge && (
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
      {isUnfinished && outdated && resolved === total && permissions.edit && (
        <UpdateFromMain changeRequestId={id} onDone={again} />
      )}
      {total === 0 && !outdated && <Empty>{t.none}</Empty>}
      {isUnfinished && !permissions.edit && resolved < total && <p className="message">{t.cannotResolve}</p>}
      {conflicts.nodes.map((conflict) => (
        <ConflictCard
          key={conflict.id}
          conflict={conflict}
          changeRequestId={id}
          spaceId={spaceId}
          revisionId={revision.id}
          mayResolve={permissions.edit && isUnfinished}
          onStale={again}
        />
      ))}
    </div>
  )
}
