import { useEffect, useRef } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useOrganizationEventsCursorQuery } from '#console/useOrganizationEventsCursorQuery.graphql.ts'
import type { useOrganizationEventsSubscription$data } from '#console/useOrganizationEventsSubscription.graphql.ts'
import { follow, readOnce } from './follow.ts'

export type OrganizationEvent = useOrganizationEventsSubscription$data['organizationActivity']

interface Listener {
  /** Called after the resources of the event are in the store. */
  onEvent: (event: OrganizationEvent) => void
  /** Events were missed: everything shown has to be read again. */
  onGap: () => void
}

/** An organization, with the end of its log from the answer that is shown. */
interface Followed {
  readonly id: string
  readonly eventCursor: string
}

const cursor = graphql`
  query useOrganizationEventsCursorQuery($organization: ID!) {
    organization(id: $organization) {
      eventCursor
    }
  }
`

const subscription = graphql`
  subscription useOrganizationEventsSubscription($organization: ID!, $after: String) {
    organizationActivity(organizationId: $organization, after: $after) {
      cursor
      type
      changeRequestId
      space {
        id
        version
        title
        emoji
        changeRequestsOpen
        commentsOpen
      }
      changeRequest {
        id
        version
        status
        outdated
        subject
        commentsOpen
        updatedAt
      }
      collection {
        id
        version
        title
      }
      site {
        id
        version
        title
        published
        urls {
          published
        }
      }
    }
  }
`

/** Follows one organization from the cursor of what is shown; after a gap, from its end. */
function followOne({ id, eventCursor }: Followed, listener: { readonly current: Listener }): () => void {
  let shown: string | undefined = eventCursor
  return follow<OrganizationEvent>({
    subscription,
    variables: { organization: id },
    readCursor: async () => {
      const known = shown
      shown = undefined
      if (known !== undefined) return known
      const { organization } = await readOnce<useOrganizationEventsCursorQuery>(cursor, { organization: id })
      return organization?.eventCursor ?? ''
    },
    onGap: () => listener.current.onGap(),
    onEvent: (event) => listener.current.onEvent(event),
  })
}

/** Calls a screen for everything that happens in these organizations. */
export function useOrganizationEvents(organizations: readonly Followed[], listener: Listener): void {
  const latest = useRef(listener)
  latest.current = listener
  const followed = useRef(organizations)
  followed.current = organizations
  const ids = organizations.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later cursor of the same organizations changes nothing.
  useEffect(() => {
    const ends = followed.current.map((organization) => followOne(organization, latest))
    return () => {
      for (const end of ends) end()
    }
  }, [ids])
}

const LISTED = /^(?:ORGANIZATION|SPACE|COLLECTION|SITE|CHANGE_REQUEST|PERMISSION|MEMBER|TEAM)_/
/** What changes only a text: the events have written that to the store. */
const TEXT = /^(?:SPACE_CONTENT|CHANGE_REQUEST_CONTENT|SITE_(?:CUSTOMIZATION|REDIRECT|ADAPTIVE))/

/** Whether an event can change which spaces, sites or change requests a list has, or what a row says besides its texts. */
export const changesLists = ({ type }: OrganizationEvent): boolean => LISTED.test(type) && !TEXT.test(type)
