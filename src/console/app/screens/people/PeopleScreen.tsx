import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { graphql } from 'react-relay/hooks'
import type { PeopleScreenQuery } from '#console/PeopleScreenQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { type OrganizationEvent, useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { Choices } from './Choices.tsx'
import { filtersOf, variablesOf } from './filters.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberTable } from './MemberTable.tsx'

const query = graphql`
  query PeopleScreenQuery(
    $organization: ID!
    $count: Int!
    $search: String
    $role: [MemberRoleFilter!]
    $sort: MemberSort
    $order: SortOrder
  ) {
    viewer {
      ...MemberTable_viewer
    }
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        admin
        listMembers
      }
      ...OrganizationTabs_organization
      ...MemberTable_organization @arguments(count: $count)
    }
  }
`

const CONCERNS = /^(?:MEMBER|TEAM|USER)_/
const concerns = ({ type }: OrganizationEvent): boolean => CONCERNS.test(type)

export const preload = ({ organization = '', ...search }: Parameters) =>
  read<PeopleScreenQuery>(query, { organization, count: PAGE, ...variablesOf(filtersOf(search)) })

/** The members and guests of an organization, with their roles. */
export default function PeopleScreen() {
  const { organization: id = '' } = useParameters()
  const key = JSON.stringify(filtersOf(useSearchParameters()))
  const shown = useDeferredValue(key)
  const variables = { organization: id, count: PAGE, ...variablesOf(JSON.parse(shown)) }
  const { organization, viewer } = useScreenQuery<PeopleScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<PeopleScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: (event) => concerns(event) && again(),
    onGap: again,
  })
  const mayInvite = organization?.permissions.admin === true
  const t = texts.people
  const { isOpen, close, button } = useCreate(t.invite, mayInvite)
  if (!organization || !viewer || !organization.permissions.listMembers) return <NotFound />
  const invite = mayInvite && (
    <>
      <Link to="/o/$organization/invitations" params={{ organization: id }} className="button small">
        {t.invitations}
      </Link>
      {button}
    </>
  )
  return (
    <Screen
      title={organization.title}
      actions={invite}
      tabs={<OrganizationTabs organization={organization} />}
    >
      <div className={styles.list}>
        <Choices filters={JSON.parse(key)} />
        <MemberTable
          organization={organization}
          viewer={viewer}
          isFiltered={shown !== '{}'}
          isPending={key !== shown}
          onChanged={again}
        />
      </div>
      {isOpen && <InviteDialog organization={id} onClose={close} />}
    </Screen>
  )
}
