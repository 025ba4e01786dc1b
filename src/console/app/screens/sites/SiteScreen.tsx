import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SiteScreenQuery } from '#console/SiteScreenQuery.graphql.ts'
import { Boundary } from '../../frame/Boundary.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import places from '../../places/Places.module.css'
import { RequestError } from '../../relay/request-error.ts'
import { preload as read, rereadShown, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { PublishSite } from './PublishSite.tsx'
import { SiteTabs } from './SiteTabs.tsx'
import { SiteContext, type SiteFacts } from './site-context.ts'

const query = graphql`
  query SiteScreenQuery($site: ID!) {
    site(id: $site) {
      id
      title
      version
      published
      visibility
      organization {
        id
        title
        eventCursor
      }
      permissions {
        edit
        publish
        admin
        delete
        viewAdaptiveSchema
        editAdaptiveSchema
      }
      urls {
        published
      }
    }
  }
`

export const preload = ({ site = '' }: Parameters) => read<SiteScreenQuery>(query, { site })

/** What can change on the screens of a site. Events of links and keys name no site that the log could be filtered by. */
const CONCERNS = /^(?:SITE|SHARE_LINK|PUBLISHING_AUTH)_/

/** `/app/sites/{site}`: the frame of the views of a site. */
export default function SiteScreen() {
  const { site: id = '' } = useParameters()
  const { site } = useScreenQuery<SiteScreenQuery>(query, { site: id })
  const again = useCoalesced(rereadShown)
  const organization = site?.organization
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type, site: about }) => CONCERNS.test(type) && (!about || about.id === id) && again(),
    onGap: again,
  })
  const facts = useMemo(
    (): SiteFacts | null =>
      site && organization
        ? {
            id,
            title: site.title,
            visibility: site.visibility,
            isPublished: site.published,
            url: site.urls.published,
            organization: organization.id,
            permissions: site.permissions,
          }
        : null,
    [id, site, organization],
  )
  const view = useLocation({ select: ({ pathname }) => pathname })
  if (!facts || !organization) throw new RequestError('NOT_FOUND', 'This site does not exist.')
  const t = texts.sites
  return (
    <SiteContext value={facts}>
      <Screen
        title={facts.title}
        trail={
          <>
            <Link to="/o/$organization" params={{ organization: organization.id }} dir="auto">
              {organization.title}
            </Link>
            <span aria-hidden="true">/</span>
            <Link to="/o/$organization/sites" params={{ organization: organization.id }}>
              {t.title}
            </Link>
          </>
        }
        actions={
          <>
            <span className={places.state} data-published={facts.isPublished}>
              {facts.isPublished ? t.published : t.unpublished}
            </span>
            {facts.url && (
              <a className="button small" href={facts.url} target="_blank" rel="noreferrer">
                {t.open} <Icon name="external" />
              </a>
            )}
            {facts.permissions.publish && <PublishSite />}
          </>
        }
        tabs={<SiteTabs site={id} />}
        // The theme is edited beside the site itself.
        isWide={/\/theme\/?$/.test(view)}
      >
        <Boundary key={view} fallback={<Skeleton lines={12} />}>
          <Outlet />
        </Boundary>
      </Screen>
    </SiteContext>
  )
}
