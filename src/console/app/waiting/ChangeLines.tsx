import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ChangeLines_changeRequest$key } from '#console/ChangeLines_changeRequest.graphql.ts'
import { ChangeStatus } from '../parts/ChangeStatus.tsx'
import { Emoji } from '../parts/Emoji.tsx'
import { Icon } from '../parts/Icon.tsx'
import rows from '../parts/Rows.module.css'
import { Time } from '../parts/Time.tsx'
import { texts } from '../texts/index.ts'
import styles from './Waiting.module.css'

interface ChangeLinesProps {
  title: string
  /** Null if the person cannot list them. */
  changes:
    | {
        readonly totalCount: number
        readonly nodes: readonly (ChangeLines_changeRequest$key & { readonly id: string })[]
      }
    | null
    | undefined
  /** In place of the list if it has no items. */
  empty: string
  /** Below the list if it has more items than are shown. */
  more?: ReactNode
}

/** Change requests that wait for somebody, one line each. */
export function ChangeLines({ title, changes, empty, more }: ChangeLinesProps) {
  const nodes = changes?.nodes ?? []
  const total = changes?.totalCount ?? 0
  return (
    <section className={styles.section} aria-label={title}>
      <h2>
        {title} {total > 0 && <span className={styles.count}>{total}</span>}
      </h2>
      {nodes.length === 0 && <p className={styles.none}>{empty}</p>}
      <ul className={rows.rows}>
        {nodes.map((changeRequest) => (
          <ChangeLine key={changeRequest.id} changeRequest={changeRequest} />
        ))}
      </ul>
      {total > nodes.length && more}
    </section>
  )
}

function ChangeLine({ changeRequest }: { changeRequest: ChangeLines_changeRequest$key }) {
  const { id, number, subject, status, updatedAt, commentsOpen, createdBy, space } = useFragment(
    graphql`
      fragment ChangeLines_changeRequest on ChangeRequest {
        id
        number
        subject
        status
        version
        updatedAt
        commentsOpen
        createdBy {
          id
          displayName
        }
        space {
          id
          title
          emoji
        }
      }
    `,
    changeRequest,
  )
  const t = texts.changes
  return (
    <li className={`${rows.row} ${styles.line}`} data-row={id}>
      <ChangeStatus status={status} />
      <div className={styles.text}>
        <Link
          to="/s/$space/changes/$number"
          params={{ space: space.id, number: String(number) }}
          className={`${rows.link} ${styles.subject}`}
        >
          <span className={rows.title} dir="auto">
            {subject || t.noSubject}
          </span>
        </Link>
        <span className={styles.facts}>
          <span className={styles.place}>
            <Emoji code={space.emoji} /> <bdi>{space.title}</bdi> #{number} ·{' '}
            <bdi>{createdBy.displayName}</bdi>
          </span>
          <span>
            · <Time at={updatedAt} />
          </span>
        </span>
      </div>
      {commentsOpen > 0 && (
        <span className={rows.end} title={t.openThreads(commentsOpen)}>
          <Icon name="comment" /> {commentsOpen}
          <span className="visually-hidden">{t.openThreads(commentsOpen)}</span>
        </span>
      )}
    </li>
  )
}
