import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { Failures_organization$key } from '#console/Failures_organization.graphql.ts'
import type { FailuresPageQuery } from '#console/FailuresPageQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { Empty } from '../../parts/Empty.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { texts } from '../../texts/index.ts'
import { FailureRow } from './FailureRow.tsx'

interface FailuresProps {
  organization: Failures_organization$key
  isFiltered: boolean
  onChanged: () => void
}

/** What has failed, newest first, with what can be done about it. */
export function Failures({ organization, isFiltered, onChanged }: FailuresProps) {
  const { data, ...more } = usePaginationFragment<FailuresPageQuery, Failures_organization$key>(
    graphql`
      fragment Failures_organization on Organization
      @refetchable(queryName: "FailuresPageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        id
        failures(first: $count, after: $cursor, kind: $kind) @connection(key: "Failures_failures") {
          totalCount
          edges {
            node {
              kind
              subjectId
              ...FailureRow_failure
            }
          }
        }
      }
    `,
    organization,
  )
  const rows = useRows<HTMLUListElement>()
  const t = texts.watching
  const failures = (data.failures?.edges ?? []).map(({ node }) => node)
  if (failures.length === 0) return <Empty>{isFiltered ? t.noneOfKind : t.none}</Empty>
  const total = data.failures?.totalCount ?? 0
  return (
    <div className={styles.list}>
      <p className={styles.total} role="status">
        {t.total(total)}
      </p>
      <ul className={styles.rows} ref={rows.ref} aria-label={t.failures}>
        {failures.map((failure) => (
          <FailureRow
            key={`${failure.kind} ${failure.subjectId}`}
            failure={failure}
            organization={data.id}
            onChanged={onChanged}
          />
        ))}
      </ul>
      <ShowMore shown={failures.length} total={total} {...more} />
    </div>
  )
}
