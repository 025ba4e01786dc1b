import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { OrganizationSitesScreen_organization$key } from '#console/OrganizationSitesScreen_organization.graphql.ts'
import type { OrganizationSitesScreenPageQuery } from '#console/OrganizationSitesScreenPageQuery.graphql.ts'
import type { OrganizationSitesScreenQuery } from '#console/OrganizationSitesScreenQuery.graphql.ts'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { changesLists, useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import rowStyles from '../../parts/Rows.module.css'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE, ShowMore } from '../../parts/ShowMore.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { SiteRow } from '../../places/SiteRow.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { NewSiteDialog } from './NewSiteDialog.tsx'

const query = graphql`
  query OrganizationSitesScreenQuery($organization: ID!, $count: Int!) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        createContent
      }
      ...OrganizationTabs_organization
      ...OrganizationSitesScreen_organization @arguments(count: $count)
    }
  }
`

export const preload = ({ organization = '' }: Parameters) =>
  read<OrganizationSitesScreenQuery>(query, { organization, count: PAGE })

/** `/app/o/{organization}/sites`: the sites of an organization, with whether readers can see them. */
export default function OrganizationSitesScreen() {
  const { organization: id = '' } = useParameters()
  const { organization } = useScreenQuery<OrganizationSitesScreenQuery>(query, {
    organization: id,
    count: PAGE,
  })
  const again = useCoalesced(() =>
    reread<OrganizationSitesScreenQuery>(query, { organization: id, count: PAGE }),
  )
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: (event) => changesLists(event) && again(),
    onGap: again,
  })
  const rows = useRows<HTMLDivElement>()
  const canCreate = organization?.permissions.createContent === true
  const t = texts.sites
  const { isOpen, close, button: create } = useCreate(t.newSite, canCreate, { isPrimary: false })
  if (!organization) return <NotFound />
  return (
    <Screen
      title={t.of(organization.title)}
      actions={canCreate && create}
      tabs={<OrganizationTabs organization={organization} />}
    >
      <div ref={rows.ref}>
        <SiteList
          organization={organization}
          empty={<Empty action={canCreate && create}>{canCreate ? t.none : t.noneVisible}</Empty>}
        />
      </div>
      {isOpen && <NewSiteDialog organization={id} onClose={close} />}
    </Screen>
  )
}

interface SiteListProps {
  organization: OrganizationSitesScreen_organization$key
  empty: React.ReactNode
}

function SiteList({ organization, empty }: SiteListProps) {
  const { data, ...more } = usePaginationFragment<
    OrganizationSitesScreenPageQuery,
    OrganizationSitesScreen_organization$key
  >(
    graphql`
      fragment OrganizationSitesScreen_organization on Organization
      @refetchable(queryName: "OrganizationSitesScreenPageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        sites(first: $count, after: $cursor) @connection(key: "OrganizationSitesScreen_sites") {
          edges {
            node {
              id
              ...SiteRow_site
            }
          }
        }
      }
    `,
    organization,
  )
  const sites = (data.sites?.edges ?? []).map(({ node }) => node)
  if (sites.length === 0) return empty
  return (
    <>
      <ul className={rowStyles.rows}>
        {sites.map((site) => (
          <SiteRow key={site.id} site={site} />
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  )
}
