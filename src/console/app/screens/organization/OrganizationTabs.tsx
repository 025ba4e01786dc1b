import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrganizationTabs_organization$key } from '#console/OrganizationTabs_organization.graphql.ts'
import { Tabs } from '../../parts/Tabs.tsx'
import { texts } from '../../texts/index.ts'

/** The views of an organization that the person can open. */
export function OrganizationTabs(props: { organization: OrganizationTabs_organization$key }) {
  const { id: organization, permissions } = useFragment(
    graphql`
      fragment OrganizationTabs_organization on Organization {
        id
        permissions {
          admin
          listMembers
          listTeams
        }
      }
    `,
    props.organization,
  )
  const params = { organization }
  const t = texts.home
  return (
    <Tabs label={t.views}>
      <Link to="/o/$organization" params={params} activeOptions={{ exact: true }}>
        {t.overview}
      </Link>
      <Link to="/o/$organization/changes" params={params}>
        {t.changes}
      </Link>
      <Link to="/o/$organization/sites" params={params}>
        {t.sites}
      </Link>
      {permissions.listMembers && (
        <Link to="/o/$organization/people" params={params}>
          {t.people}
        </Link>
      )}
      {permissions.listTeams && (
        <Link to="/o/$organization/teams" params={params}>
          {t.teams}
        </Link>
      )}
      {permissions.listMembers && (
        <Link to="/o/$organization/specs" params={params}>
          {t.specs}
        </Link>
      )}
      {permissions.admin && (
        <Link to="/o/$organization/webhooks" params={params}>
          {t.webhooks}
        </Link>
      )}
    </Tabs>
  )
}
