import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay/hooks'
import type { InstanceOrganizations_query$key } from '#console/InstanceOrganizations_query.graphql.ts'
import type { InstanceOrganizationsPageQuery } from '#console/InstanceOrganizationsPageQuery.graphql.ts'
import type { InstanceOrganizationsQuery } from '#console/InstanceOrganizationsQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { useSearchParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { PAGE, ShowMore } from '../../parts/ShowMore.tsx'
import { ageOf } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'

/** All organizations of the instance, without what is in them. */
export function InstanceOrganizations() {
  const { search } = useSearchParameters()
  const shown = useDeferredValue(search)
  const navigate = useNavigate()
  const query = useLazyLoadQuery<InstanceOrganizationsQuery>(
    graphql`
      query InstanceOrganizationsQuery($count: Int!, $search: String) {
        ...InstanceOrganizations_query @arguments(count: $count, search: $search)
      }
    `,
    { count: PAGE, search: shown ?? null },
    { fetchPolicy: 'store-and-network' },
  )
  const { data, ...more } = usePaginationFragment<
    InstanceOrganizationsPageQuery,
    InstanceOrganizations_query$key
  >(
    graphql`
      fragment InstanceOrganizations_query on Query
      @refetchable(queryName: "InstanceOrganizationsPageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }, search: { type: "String" }) {
        instanceOrganizations(first: $count, after: $cursor, search: $search)
          @connection(key: "InstanceOrganizations_instanceOrganizations") {
          totalCount
          edges {
            node {
              organizationId
              title
              createdAt
              deletedAt
              members
              spaces
              sites
            }
          }
        }
      }
    `,
    query,
  )
  const t = texts.instance
  const rows = (data.instanceOrganizations?.edges ?? []).map(({ node }) => node)
  return (
    <section className={styles.list} aria-label={t.organizations}>
      <div className={styles.bar}>
        <SearchField
          label={t.searchOrganizations}
          text={search ?? ''}
          onSearch={(text) => void navigate({ to: '.', search: text ? { search: text } : {}, replace: true })}
        />
      </div>
      {rows.length === 0 && <Empty>{t.noneFound}</Empty>}
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label={t.organizations}>
          {rows.map(({ organizationId, title, createdAt, deletedAt, members, spaces, sites }) => (
            <li key={organizationId} className={styles.row}>
              <div className={styles.what}>
                <bdi>{title}</bdi>
                <span>
                  {t.organization(members, spaces, sites)} · {t.created(ageOf(new Date(createdAt)))}
                </span>
              </div>
              {deletedAt && <span className={styles.tag}>{t.deleted}</span>}
              <code>{organizationId}</code>
            </li>
          ))}
        </ul>
      )}
      <ShowMore shown={rows.length} total={data.instanceOrganizations?.totalCount ?? 0} {...more} />
    </section>
  )
}
