import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { OrganizationScreenQuery } from '#console/OrganizationScreenQuery.graphql.ts'
import { Boundary } from '../../frame/Boundary.tsx'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { changesLists, useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { OrganizationLogo } from '../../parts/OrganizationLogo.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { useViewerId } from '../../parts/use-viewer-id.ts'
import { CollectionDialog } from '../../places/CollectionDialog.tsx'
import { NewSpaceDialog } from '../../places/NewSpaceDialog.tsx'
import { Places } from '../../places/Places.tsx'
import styles from '../../places/TwoColumns.module.css'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from './OrganizationTabs.tsx'
import { OrganizationWaiting, rereadWaiting } from './OrganizationWaiting.tsx'

const query = graphql`
  query OrganizationScreenQuery($organization: ID!, $count: Int!) {
    organization(id: $organization) {
      id
      title
      eventCursor
      urls {
        logo
      }
      permissions {
        createContent
      }
      ...OrganizationTabs_organization
      ...Places_organization @arguments(count: $count)
    }
  }
`

export const preload = ({ organization = '' }: Parameters) =>
  read<OrganizationScreenQuery>(query, { organization, count: PAGE })

/** What waits for the person in an organization, and where things are in it. */
export default function OrganizationScreen() {
  const { organization: id = '' } = useParameters()
  const { organization } = useScreenQuery<OrganizationScreenQuery>(query, { organization: id, count: PAGE })
  const me = useViewerId()
  const again = useCoalesced(() => {
    reread<OrganizationScreenQuery>(query, { organization: id, count: PAGE })
    rereadWaiting(id, me)
  })
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: (event) => changesLists(event) && again(),
    onGap: again,
  })
  const rows = useRows<HTMLDivElement>()
  const [isCollecting, setCollecting] = useState(false)
  const canCreate = organization?.permissions.createContent === true
  const t = texts.places
  const { isOpen, close, button: create } = useCreate(t.newSpace, canCreate, { isPrimary: false })
  if (!organization) return <NotFound />
  return (
    <Screen
      title={organization.title}
      heading={
        <>
          <OrganizationLogo size="large" title={organization.title} url={organization.urls.logo} />
          {organization.title}
        </>
      }
      actions={
        canCreate && (
          <>
            <button type="button" className="button small" onClick={() => setCollecting(true)}>
              <Icon name="folder" /> {texts.collections.create}
            </button>
            {create}
          </>
        )
      }
      tabs={<OrganizationTabs organization={organization} />}
    >
      <div className={styles.columns} ref={rows.ref}>
        <div className={styles.column}>
          <Boundary fallback={<Skeleton lines={8} />}>
            <OrganizationWaiting organization={id} me={me} />
          </Boundary>
        </div>
        <div className={styles.column}>
          <Places
            organization={organization}
            onChanged={again}
            empty={
              <Empty action={canCreate && create}>{canCreate ? t.emptyOrganization : t.noneVisible}</Empty>
            }
          />
        </div>
      </div>
      {isOpen && <NewSpaceDialog organization={id} onClose={close} />}
      {isCollecting && (
        <CollectionDialog organization={id} onChanged={again} onClose={() => setCollecting(false)} />
      )}
    </Screen>
  )
}
