import { useState } from 'react'
import { graphql, useFragment, usePaginationFragment } from 'react-relay/hooks'
import type { MemberTable_organization$key } from '#console/MemberTable_organization.graphql.ts'
import type { MemberTable_viewer$key } from '#console/MemberTable_viewer.graphql.ts'
import type { MemberTablePageQuery } from '#console/MemberTablePageQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { Empty } from '../../parts/Empty.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { texts } from '../../texts/index.ts'
import { type Asked, MemberDialog } from './MemberDialog.tsx'
import { MemberRow } from './MemberRow.tsx'

interface MemberTableProps {
  organization: MemberTable_organization$key
  viewer: MemberTable_viewer$key
  isFiltered: boolean
  isPending: boolean
  /** Reads the list again. */
  onChanged: () => void
}

/** Members one below the other, with what can be done with each. */
export function MemberTable(props: MemberTableProps) {
  const { user: me } = useFragment(
    graphql`
      fragment MemberTable_viewer on Viewer {
        user {
          id
          isOperator
        }
      }
    `,
    props.viewer,
  )
  const { data, ...more } = usePaginationFragment<MemberTablePageQuery, MemberTable_organization$key>(
    graphql`
      fragment MemberTable_organization on Organization
      @refetchable(queryName: "MemberTablePageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        id
        title
        permissions {
          admin
        }
        members(first: $count, after: $cursor, search: $search, role: $role, sort: $sort, order: $order)
          @connection(key: "MemberTable_members") {
          totalCount
          edges {
            node {
              id
              ...MemberRow_member
            }
          }
        }
      }
    `,
    props.organization,
  )
  const rows = useRows<HTMLUListElement>()
  const [asked, setAsked] = useState<Asked>()
  const t = texts.people
  const members = (data.members?.edges ?? []).map(({ node }) => node)
  if (members.length === 0) return <Empty>{props.isFiltered ? t.noneFound : t.none}</Empty>
  return (
    <>
      <p className={styles.total} role="status">
        {t.total(data.members?.totalCount ?? 0)}
      </p>
      <ul className={styles.rows} ref={rows.ref} aria-label={t.members} aria-busy={props.isPending}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            organization={data.id}
            me={me}
            isAdmin={data.permissions.admin}
            onAsk={setAsked}
            onChanged={props.onChanged}
          />
        ))}
      </ul>
      <ShowMore shown={members.length} total={data.members?.totalCount ?? 0} {...more} />
      {asked && (
        <MemberDialog
          asked={asked}
          organization={data}
          onClose={() => setAsked(undefined)}
          onChanged={props.onChanged}
        />
      )}
    </>
  )
}
