import { useEffect } from 'react'
import { graphql } from 'react-relay/hooks'
import type {
  OperationReportQuery,
  OperationReportQuery$data,
} from '#console/OperationReportQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { useSpaceEvents } from '../space/SpaceEvents.tsx'
import { Progress } from './Progress.tsx'

const query = graphql`
  query OperationReportQuery($id: ID!) {
    node(id: $id) {
      ... on GitOperation {
        id
        state
        stage
        done
        total
        error
        report {
          more
          created {
            path
          }
          changed {
            path
          }
          moved {
            path
            from
          }
          deleted {
            path
          }
          refused {
            path
            reason
            line
          }
          ignored {
            path
            reason
          }
        }
      }
    }
  }
`

type Report = NonNullable<NonNullable<OperationReportQuery$data['node']>['report']>
const KINDS = ['created', 'changed', 'moved', 'deleted', 'refused', 'ignored'] as const

interface Entry {
  readonly path: string
  readonly from?: string | null | undefined
  readonly reason?: string | null | undefined
  readonly line?: number | null | undefined
}

/** What an operation did with each file, or would do. */
export default function OperationReport({ id, title }: { id: string; title?: string }) {
  const { node } = useScreenQuery<OperationReportQuery>(query, { id })
  const again = () => void reread<OperationReportQuery>(query, { id })
  useSpaceEvents({ onEvent: ({ type }) => type.startsWith('GIT_') && again(), onGap: again })
  // It may have ended while its state was read, and the list may know that already.
  const state = node?.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: another operation or state is read again.
  useEffect(again, [id, state])
  if (!node?.report || !state || !node.stage) return null
  const { stage, done = 0, total, error, report } = node
  if (state === 'RUNNING') return <Progress operation={{ stage, done, total }} />
  if (error) {
    return (
      <p className="message error" dir="auto">
        {error}
      </p>
    )
  }
  return (
    <div className={styles.stack}>
      {title !== undefined && <h3>{title}</h3>}
      <Lists report={report} />
    </div>
  )
}

function Lists({ report }: { report: Report }) {
  const t = texts.git
  const kinds = KINDS.filter((kind) => report[kind].length > 0)
  if (kinds.length === 0) return <p className="muted">{t.nothing}</p>
  return (
    <>
      {kinds.map((kind) => (
        <section key={kind} aria-label={t.kinds[kind]}>
          <h3>
            {t.kinds[kind]} <span className="muted">{report[kind].length}</span>
          </h3>
          <ul className={styles.files}>
            {(report[kind] as readonly Entry[]).map((entry) => (
              <li key={entry.path}>
                <code dir="ltr">{entry.from ? `${entry.from} → ${entry.path}` : entry.path}</code>
                {entry.reason && (
                  <span className="muted" dir="auto">
                    {' '}
                    {entry.line ? t.atLine(entry.line, entry.reason) : entry.reason}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {report.more > 0 && <p className="muted">{t.more(report.more)}</p>}
    </>
  )
}
