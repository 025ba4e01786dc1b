import { Suspense } from 'react'
import { graphql } from 'react-relay/hooks'
import type { RunningImportsQuery } from '#console/RunningImportsQuery.graphql.ts'
import { Quiet } from '../../../parts/Quiet.tsx'
import { reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import { useSpaceEvents } from '../SpaceEvents.tsx'
import styles from './ImportDialog.module.css'

const query = graphql`
  query RunningImportsQuery($space: ID!) {
    space(id: $space) {
      id
      imports(first: 10) {
        nodes {
          id
          state
          stage
          done
          total
          actor {
            id
            displayName
          }
        }
      }
    }
  }
`

/** The imports of a space that others, or this person elsewhere, have begun. */
export function RunningImports({ spaceId }: { spaceId: string }) {
  return (
    <Quiet>
      <Suspense fallback={null}>
        <List spaceId={spaceId} />
      </Suspense>
    </Quiet>
  )
}

function List({ spaceId }: { spaceId: string }) {
  const { space } = useScreenQuery<RunningImportsQuery>(query, { space: spaceId })
  const again = () => void reread<RunningImportsQuery>(query, { space: spaceId })
  useSpaceEvents({ onEvent: ({ type }) => type.startsWith('IMPORT_') && again(), onGap: again })
  const t = texts.importing
  const running = space?.imports.nodes.filter(({ state }) => state === 'RUNNING') ?? []
  if (running.length === 0) return null
  return (
    <ul className={styles.running} aria-label={t.underWay}>
      {running.map(({ id, stage, done, total, actor }) => {
        const text = [actor?.displayName, t.stages[stage]].filter(Boolean).join(': ')
        return (
          <li key={id}>
            <span dir="auto">{text}</span>
            <progress aria-label={text} max={1} value={total ? done / total : undefined} />
          </li>
        )
      })}
    </ul>
  )
}
