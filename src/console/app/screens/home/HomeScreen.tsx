import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { HomeScreenQuery } from '#console/HomeScreenQuery.graphql.ts'
import { useNotifications } from '../../frame/notifications.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { changesLists, useOrganizationEvents } from '../../live/use-organization-events.ts'
import { UnreadLines } from '../../notifications/UnreadLines.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { MoreOrganizations } from '../../parts/MoreOrganizations.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { NewSpaceDialog } from '../../places/NewSpaceDialog.tsx'
import styles from '../../places/TwoColumns.module.css'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { startedSpace } from '../../start/start-progress.ts'
import { texts } from '../../texts/index.ts'
import { ChangeLines } from '../../waiting/ChangeLines.tsx'
import { HomePlaces } from './HomePlaces.tsx'

const query = graphql`
  query HomeScreenQuery($count: Int!) {
    viewer {
      toReview: changeRequests(first: 20, involvement: REVIEW_REQUESTED) {
        totalCount
        nodes {
          id
          ...ChangeLines_changeRequest
        }
      }
      mine: changeRequests(first: 20, involvement: CREATED) {
        totalCount
        nodes {
          id
          ...ChangeLines_changeRequest
        }
      }
      ...UnreadLines_viewer
      organizations(first: 10) {
        totalCount
        nodes {
          id
          eventCursor
          permissions {
            createContent
          }
          ...HomePlaces_organization @arguments(count: $count)
        }
      }
    }
  }
`
const variables = { count: PAGE }

export const preload = () => read<HomeScreenQuery>(query, variables)

/** What waits for the person, and where things are, over all their organizations. */
export default function HomeScreen() {
  const { viewer } = useScreenQuery<HomeScreenQuery>(query, variables)
  const organizations = viewer?.organizations?.nodes ?? []
  const again = useCoalesced(() => reread<HomeScreenQuery>(query, variables))
  useOrganizationEvents(organizations, { onEvent: (event) => changesLists(event) && again(), onGap: again })
  useNotifications({ onEvent: again, onGap: again })
  const rows = useRows<HTMLDivElement>()
  const canCreate = organizations.find(({ permissions }) => permissions.createContent)
  const t = texts.home
  const {
    isOpen,
    close,
    button: create,
  } = useCreate(texts.places.newSpace, canCreate !== undefined, { isPrimary: false })
  return (
    <Screen title={t.title} actions={create}>
      {startedSpace() !== undefined && (
        <p className="message">
          {t.begun} <Link to="/start">{t.goOn}</Link>
        </p>
      )}
      {viewer && (
        <div className={styles.columns} ref={rows.ref}>
          <div className={styles.column}>
            <ChangeLines title={t.toReview} changes={viewer.toReview} empty={t.nothingToReview} />
            <UnreadLines viewer={viewer} />
            <ChangeLines title={t.mine} changes={viewer.mine} empty={t.nothingMine} />
          </div>
          <div className={styles.column}>
            {organizations.length === 0 && <Empty>{t.noOrganization}</Empty>}
            {organizations.map((organization) => (
              <HomePlaces
                key={organization.id}
                organization={organization}
                isOnly={organizations.length === 1}
                create={create}
              />
            ))}
            <MoreOrganizations of={viewer.organizations} />
          </div>
        </div>
      )}
      {isOpen && canCreate && <NewSpaceDialog organization={canCreate.id} onClose={close} />}
    </Screen>
  )
}
