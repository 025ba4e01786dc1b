import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  RevisionList_revision$data,
  RevisionList_revision$key,
} from '#console/RevisionList_revision.graphql.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'
import { useSpace } from '../space/space-context.ts'
import styles from './RevisionList.module.css'

interface RevisionListProps {
  revisions: readonly (RevisionList_revision$key & { readonly id: string })[]
  /** Where all are about one page: its path, which the links then lead to. */
  path?: string
}

/** Revisions one below the other: who, when, why. */
export function RevisionList({ revisions, path }: RevisionListProps) {
  if (revisions.length === 0) return <Empty>{texts.history.empty}</Empty>
  return (
    <ol className={styles.list}>
      {revisions.map((revision, at) => (
        <li key={revision.id}>
          <Row revision={revision} path={path} isCurrent={at === 0} />
        </li>
      ))}
    </ol>
  )
}

interface RowProps {
  revision: RevisionList_revision$key
  path: string | undefined
  isCurrent: boolean
}

function Row({ revision: key, path, isCurrent }: RowProps) {
  const { id: space } = useSpace()
  const revision = useFragment(
    graphql`
      fragment RevisionList_revision on Revision {
        id
        type
        createdAt
        message
        createdBy {
          id
          displayName
          photoURL
        }
        mergedFrom {
          id
          number
          subject
        }
      }
    `,
    key,
  )
  const { id, createdAt, createdBy, mergedFrom } = revision
  const t = texts.history
  const params = { space, revision: id, ...(path === undefined ? {} : { _splat: path }) }
  return (
    <div className={styles.row}>
      <Avatar person={createdBy} size={24} />
      <Link
        to={path === undefined ? '/s/$space/revisions/$revision' : '/s/$space/revisions/$revision/$'}
        params={params}
        className={styles.what}
        dir="auto"
      >
        {whatOf(revision)}
      </Link>
      {mergedFrom && (
        <Link
          to="/s/$space/changes/$number"
          params={{ space, number: String(mergedFrom.number) }}
          className={styles.tag}
          aria-label={t.mergedFrom(mergedFrom.number)}
        >
          #{mergedFrom.number}
        </Link>
      )}
      {isCurrent && <span className={styles.tag}>{t.current}</span>}
      <span className={styles.who} dir="auto">
        {createdBy?.displayName ?? t.somebody}
      </span>
      <span className={styles.when}>
        <Time at={createdAt} />
      </span>
    </div>
  )
}

const whatOf = ({ message, mergedFrom, type }: RevisionList_revision$data): string =>
  message || mergedFrom?.subject || (texts.history.kinds[type] ?? type)
