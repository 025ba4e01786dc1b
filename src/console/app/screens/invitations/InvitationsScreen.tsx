import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { InvitationsScreenQuery } from '#console/InvitationsScreenQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { InviteDialog } from '../people/InviteDialog.tsx'
import { InviteList } from './InviteList.tsx'
import { Joining } from './Joining.tsx'

const query = graphql`
  query InvitationsScreenQuery($organization: ID!, $count: Int!) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        admin
      }
      ...OrganizationTabs_organization
      ...InviteList_organization @arguments(count: $count)
      ...Joining_organization
    }
  }
`

const CONCERNS = /^(?:INVITE_|MEMBER_INVITED|MEMBER_JOINED|ORGANIZATION_UPDATED)/

export const preload = ({ organization = '' }: Parameters) =>
  read<InvitationsScreenQuery>(query, { organization, count: PAGE })

/** Who was invited to an organization, and who can join without an invitation. */
export default function InvitationsScreen() {
  const { organization: id = '' } = useParameters()
  const variables = { organization: id, count: PAGE }
  const { organization } = useScreenQuery<InvitationsScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<InvitationsScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => CONCERNS.test(type) && again(),
    onGap: again,
  })
  const isAdmin = organization?.permissions.admin === true
  const t = texts.people
  const { isOpen, close, button: invite } = useCreate(t.invite, isAdmin)
  if (!organization || !isAdmin) return <NotFound />
  return (
    <Screen
      title={t.invitations}
      trail={
        <>
          <Link to="/o/$organization" params={{ organization: id }} dir="auto">
            {organization.title}
          </Link>
          <span aria-hidden="true">/</span>
          <Link to="/o/$organization/people" params={{ organization: id }}>
            {texts.home.people}
          </Link>
        </>
      }
      actions={invite}
      tabs={<OrganizationTabs organization={organization} current="people" />}
    >
      <div className={styles.settings}>
        <InviteList organization={organization} create={invite} onChanged={again} />
        <Joining organization={organization} />
      </div>
      {isOpen && (
        <InviteDialog
          organization={id}
          onClose={() => {
            close()
            again()
          }}
        />
      )}
    </Screen>
  )
}
