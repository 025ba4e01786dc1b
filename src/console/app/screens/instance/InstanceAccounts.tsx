import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState, useTransition } from 'react'
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay/hooks'
import type { InstanceAccounts_query$key } from '#console/InstanceAccounts_query.graphql.ts'
import type { InstanceAccountsPageQuery } from '#console/InstanceAccountsPageQuery.graphql.ts'
import type { AccountState, InstanceAccountsQuery } from '#console/InstanceAccountsQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { type Parameters, useSearchParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { PAGE, ShowMore } from '../../parts/ShowMore.tsx'
import { texts } from '../../texts/index.ts'
import { AccountRow } from './AccountRow.tsx'

const STATES: readonly AccountState[] = ['ACTIVE', 'OPERATOR', 'DISABLED', 'DELETED']

/** All accounts of the instance, with what operators can do about each. */
export function InstanceAccounts({ me }: { me: string }) {
  const filters = useSearchParameters()
  const state = STATES.find((each) => each === filters.state)
  const search = useDeferredValue(filters.search)
  const chosen = useDeferredValue(state)
  const [attempt, setAttempt] = useState(0)
  const [, begin] = useTransition()
  const query = useLazyLoadQuery<InstanceAccountsQuery>(
    graphql`
      query InstanceAccountsQuery($count: Int!, $search: String, $state: [AccountState!]) {
        ...InstanceAccounts_query @arguments(count: $count, search: $search, state: $state)
      }
    `,
    { count: PAGE, search: search ?? null, state: chosen ? [chosen] : null },
    { fetchPolicy: 'store-and-network', fetchKey: attempt },
  )
  const { data, ...more } = usePaginationFragment<InstanceAccountsPageQuery, InstanceAccounts_query$key>(
    graphql`
      fragment InstanceAccounts_query on Query
      @refetchable(queryName: "InstanceAccountsPageQuery")
      @argumentDefinitions(
        count: { type: "Int!" }
        cursor: { type: "String" }
        search: { type: "String" }
        state: { type: "[AccountState!]" }
      ) {
        instanceUsers(first: $count, after: $cursor, search: $search, state: $state)
          @connection(key: "InstanceAccounts_instanceUsers") {
          totalCount
          edges {
            node {
              user {
                id
              }
              ...AccountRow_account
            }
          }
        }
      }
    `,
    query,
  )
  const t = texts.instance
  const rows = (data.instanceUsers?.edges ?? []).map(({ node }) => node)
  return (
    <section className={styles.list} aria-label={t.users}>
      <Choices filters={filters} state={state} />
      {rows.length === 0 && <Empty>{t.noneFound}</Empty>}
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label={t.users}>
          {rows.map((account) => (
            <AccountRow
              key={account.user.id}
              account={account}
              isMe={account.user.id === me}
              onChanged={() => begin(() => setAttempt((before) => before + 1))}
            />
          ))}
        </ul>
      )}
      <ShowMore shown={rows.length} total={data.instanceUsers?.totalCount ?? 0} {...more} />
    </section>
  )
}

/** The filters, which are in the address. */
function Choices({ filters, state }: { filters: Parameters; state: AccountState | undefined }) {
  const navigate = useNavigate()
  const t = texts.instance
  const change = (some: Parameters) => {
    const given = Object.entries({ search: filters.search, state, ...some }).filter(([, value]) => value)
    void navigate({ to: '.', search: Object.fromEntries(given), replace: true })
  }
  return (
    <div className={styles.bar}>
      <SearchField
        label={t.searchUsers}
        text={filters.search ?? ''}
        onSearch={(search) => change({ search })}
      />
      <select
        className={styles.compact}
        aria-label={t.byState}
        value={state ?? ''}
        onChange={({ target }) => change({ state: target.value })}
      >
        <option value="">{t.allStates}</option>
        {STATES.map((each) => (
          <option key={each} value={each}>
            {t.accountStates[each]}
          </option>
        ))}
      </select>
    </div>
  )
}
