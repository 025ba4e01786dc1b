import type { ReactNode } from 'react'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { Operations_space$data, Operations_space$key } from '#console/Operations_space.graphql.ts'
import type { OperationsPageQuery } from '#console/OperationsPageQuery.graphql.ts'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { later } from '../../frame/later.tsx'
import { Opened } from '../../parts/Opened.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'
import { Progress } from './Progress.tsx'
import { branchName } from './start.ts'

type Operation = Operations_space$data['gitOperations']['edges'][number]['node']

const OperationReport = later(() => import('./OperationReport.tsx'), <Skeleton lines={3} />)

interface OperationsProps {
  space: Operations_space$key
  mayStart: boolean
  /** What solves a conflict of the newest operation. Absent where nothing is connected. */
  resolve: ReactNode
}

/** The imports and exports of a space, the newest first, with their progress. */
export function Operations({ space, mayStart, resolve }: OperationsProps) {
  const { data, ...more } = usePaginationFragment<OperationsPageQuery, Operations_space$key>(
    graphql`
      fragment Operations_space on Space
      @refetchable(queryName: "OperationsPageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        gitOperations(first: $count, after: $cursor) @connection(key: "Operations_gitOperations") {
          totalCount
          edges {
            node {
              id
              direction
              dryRun
              state
              stage
              done
              total
              result
              error
              ref
              commit
              createdAt
              actor {
                id
                displayName
              }
            }
          }
        }
      }
    `,
    space,
  )
  const t = texts.git
  const operations = data.gitOperations.edges.map(({ node }) => node)
  return (
    <Section title={t.history} hint={t.historyHint}>
      {() => (
        <>
          {operations.length === 0 && (
            <p className="muted">{mayStart && !resolve ? t.connectFirst : t.noOperations}</p>
          )}
          {operations.length > 0 && (
            <ul className={styles.rows} aria-label={t.history}>
              {operations.map((operation, at) => (
                <Row key={operation.id} operation={operation} resolve={at === 0 && resolve} />
              ))}
            </ul>
          )}
          <ShowMore shown={operations.length} total={data.gitOperations.totalCount} {...more} />
        </>
      )}
    </Section>
  )
}

/** Where a failure is one of the repository or its settings, nobody can win. */
const isConflict = ({ state, stage }: Operation): boolean =>
  state === 'FAILURE' && (stage === 'CONTENT_PROCESS' || stage === 'FINALIZE')

function Row({ operation, resolve }: { operation: Operation; resolve: ReactNode }) {
  const t = texts.git
  const { id, direction, dryRun, state, result, error, ref, commit, createdAt, actor } = operation
  const outcome = state === 'SUCCESS' && result && !dryRun ? t.results[result] : t.states[state]
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span>
          {dryRun ? t.trial : t.directions[direction]}{' '}
          <span className={styles.tag} data-state={state}>
            {outcome}
          </span>
        </span>
        <span>
          <bdi>{branchName(ref)}</bdi>
          {commit && (
            <>
              {' · '}
              <code>{commit.slice(0, 7)}</code>
            </>
          )}
          {' · '}
          {actor && <bdi>{actor.displayName} · </bdi>}
          <Time at={createdAt} />
        </span>
        {error && (
          <span className={styles.problem} dir="auto">
            {error}
          </span>
        )}
      </div>
      {isConflict(operation) && !dryRun && resolve}
      {state === 'RUNNING' ? (
        <Progress operation={operation} />
      ) : (
        <Opened summary={t.report}>
          <OperationReport id={id} />
        </Opened>
      )}
    </li>
  )
}
