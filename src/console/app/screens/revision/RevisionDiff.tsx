import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type {
  RevisionDiff_revision$data,
  RevisionDiff_revision$key,
} from '#console/RevisionDiff_revision.graphql.ts'
import type { RevisionDiffQuery } from '#console/RevisionDiffQuery.graphql.ts'
import { AppLink } from '../../parts/AppLink.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { texts } from '../../texts/index.ts'
import { revisionAddressOf } from '../space/addresses.ts'
import { useSpace } from '../space/space-context.ts'
import { Hunks } from './Hunks.tsx'
import styles from './RevisionDiff.module.css'

type Difference = RevisionDiff_revision$data['diff']['edges'][number]['node']

/** What a revision changed against its parent. */
export function RevisionDiff({ revision }: { revision: RevisionDiff_revision$key }) {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    RevisionDiffQuery,
    RevisionDiff_revision$key
  >(
    graphql`
      fragment RevisionDiff_revision on Revision
      @argumentDefinitions(first: { type: "Int", defaultValue: 25 }, after: { type: "String" })
      @refetchable(queryName: "RevisionDiffQuery") {
        id
        diff(first: $first, after: $after) @connection(key: "RevisionDiff_diff") {
          edges {
            node {
              type
              subjectId
              title
              page {
                id
                path
              }
              hunks {
                before {
                  start
                  lines
                }
                after {
                  start
                  lines
                }
              }
            }
          }
        }
      }
    `,
    revision,
  )
  const differences = data.diff.edges.map(({ node }) => node)
  const t = texts.history
  if (differences.length === 0) return <Empty>{t.noChanges}</Empty>
  return (
    <div className={styles.list}>
      {differences.map((difference) => (
        <One
          key={`${difference.type} ${difference.subjectId}`}
          difference={difference}
          revisionId={data.id}
        />
      ))}
      <ShowMore hasNext={hasNext} isLoadingNext={isLoadingNext} loadNext={loadNext} />
    </div>
  )
}

function One({ difference, revisionId }: { difference: Difference; revisionId: string }) {
  const { id } = useSpace()
  const { type, subjectId, title, page, hunks } = difference
  const name = title ?? subjectId
  // A page that was deleted is not in the revision.
  const path = type === 'PAGE_DELETED' ? null : page?.path
  return (
    <section className={styles.one}>
      <header className={styles.head}>
        <h2 dir="auto">
          {path ? <AppLink href={revisionAddressOf(id, revisionId, path)}>{name}</AppLink> : name}
        </h2>
        {page?.path && <code dir="ltr">{page.path}</code>}
        <span className={styles.type}>{texts.history.types[type] ?? type}</span>
      </header>
      {hunks.length > 0 && <Hunks hunks={hunks} />}
    </section>
  )
}
