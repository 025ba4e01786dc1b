import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrganizationTabs_organization$key } from '#console/OrganizationTabs_organization.graphql.ts'
import { Tabs } from '../../parts/Tabs.tsx'
import { texts } from '../../texts/index.ts'

interface OrganizationTabsProps {
  organization: OrganizationTabs_organization$key
  /** The view that the screen is a part of, where it has an address of its own. */
  current?: 'people' | 'specs'
}

/** The views of an organization that the person can open. */
export function OrganizationTabs({ organization: data, current }: OrganizationTabsProps) {
  const { id: organization, permissions } = useFragment(
    graphql`
      fragment OrganizationTabs_organization on Organization {
        id
        permissions {
          admin
          listMembers
          listTeams
          listIntegrations
        }
      }
    `,
    data,
  )
  const params = { organization }
  const markOf = (view: typeof current) => (view === current ? 'page' : undefined)
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
        <Link to="/o/$organization/people" params={params} aria-current={markOf('people')}>
          {t.people}
        </Link>
      )}
      {permissions.listTeams && (
        <Link to="/o/$organization/teams" params={params}>
          {t.teams}
        </Link>
      )}
      {permissions.listMembers && (
        <Link to="/o/$organization/specs" params={params} aria-current={markOf('specs')}>
          {t.specs}
        </Link>
      )}
      {permissions.listMembers && (
        <Link to="/o/$organization/translations" params={params}>
          {t.translations}
        </Link>
      )}
      {permissions.admin && (
        <Link to="/o/$organization/webhooks" params={params}>
          {t.webhooks}
        </Link>
      )}
      {permissions.listIntegrations && (
        <Link to="/o/$organization/$view" params={{ ...params, view: 'integrations' }}>
          {t.integrations}
        </Link>
      )}
      <Link to="/o/$organization/$view" params={{ ...params, view: 'activity' }}>
        {t.activity}
      </Link>
      {permissions.admin && (
        <Link to="/o/$organization/$view" params={{ ...params, view: 'audit' }}>
          {t.audit}
        </Link>
      )}
      {permissions.admin && (
        <Link to="/o/$organization/watching" params={params}>
          {t.watching}
        </Link>
      )}
      {permissions.admin && (
        <Link to="/o/$organization/$view" params={{ ...params, view: 'settings' }}>
          {texts.space.settings}
        </Link>
      )}
    </Tabs>
  )
}
