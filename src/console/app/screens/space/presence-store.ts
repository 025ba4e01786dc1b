import { commitMutation, graphql } from 'react-relay/hooks'
import { getRequest } from 'relay-runtime'
import type { presenceStoreAnnounceMutation } from '#console/presenceStoreAnnounceMutation.graphql.ts'
import type { presenceStoreSubscription$data } from '#console/presenceStoreSubscription.graphql.ts'
import { connection } from '../../live/connection.ts'
import { environment } from '../../relay/environment.ts'
import { codeOf } from '../../relay/request-error.ts'
import { rereadShown } from '../../relay/use-screen-query.ts'

export type PresentPerson = presenceStoreSubscription$data['presenceActivity']['people'][number]

/** Where somebody is in a space. */
export interface Place {
  pageId?: string | undefined
  changeRequestId?: string | undefined
  isEditing?: boolean | undefined
}

const subscription = graphql`
  subscription presenceStoreSubscription($space: ID!) {
    presenceActivity(spaceId: $space) {
      people {
        mode
        since
        pageId
        user {
          id
          displayName
          photoURL
        }
        changeRequest {
          id
        }
      }
    }
  }
`

const announceMutation = graphql`
  mutation presenceStoreAnnounceMutation($input: AnnouncePresenceInput!) {
    announcePresence(input: $input) {
      space {
        id
      }
    }
  }
`

const RETRY_MS = 3_000
/** What a later attempt does not change. */
const FINAL = /^(?:FORBIDDEN|NOT_FOUND)$/
/** One person can have several windows. */
const client = crypto.randomUUID()

/** Tells others where this person is. What does not get through is told again soon. */
export function announcePlace(spaceId: string, place: Place | null): void {
  commitMutation<presenceStoreAnnounceMutation>(environment, {
    mutation: announceMutation,
    variables: {
      input: {
        spaceId: place?.changeRequestId === undefined ? spaceId : null,
        changeRequestId: place?.changeRequestId ?? null,
        page: place?.pageId ?? null,
        client,
        mode: place === null ? 'GONE' : place.isEditing ? 'EDITING' : 'READING',
      },
    },
    onError: () => {},
  })
}

/** Calls back with who is in a space, now and whenever it changes. Nothing is stored, so it begins anew after a cut. */
export function watchPresence(
  spaceId: string,
  onPeople: (people: readonly PresentPerson[]) => void,
): () => void {
  const { text } = getRequest(subscription).params
  const controller = new AbortController()
  const { signal } = controller
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        for await (const { data } of connection.subscribe(text ?? '', { space: spaceId }, signal)) {
          const activity = data?.presenceActivity as presenceStoreSubscription$data['presenceActivity']
          if (activity) onPeople(activity.people)
        }
      } catch (error) {
        // The first to hear of it: other subscriptions end with the next event. The screens say so when they read.
        if (FINAL.test(codeOf(error))) return rereadShown()
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  void watch()
  return () => controller.abort()
}
