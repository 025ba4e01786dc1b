import { useEffect } from 'react'
import { graphql } from 'react-relay/hooks'
import { commitLocalUpdate } from 'relay-runtime'
import type { notificationsCursorQuery } from '#console/notificationsCursorQuery.graphql.ts'
import type { notificationsSubscription$data } from '#console/notificationsSubscription.graphql.ts'
import { follow, readOnce } from '../live/follow.ts'
import { environment } from '../relay/environment.ts'

type NotificationEvent = notificationsSubscription$data['notificationActivity']

interface Listener {
  onEvent: (event: NotificationEvent) => void
  /** Events were missed: the list has to be read again. */
  onGap: () => void
}

const listeners = new Set<Listener>()

const cursor = graphql`
  query notificationsCursorQuery {
    viewer {
      inbox {
        cursor
        unreadCount
      }
    }
  }
`

const subscription = graphql`
  subscription notificationsSubscription($after: String) {
    notificationActivity(after: $after) {
      cursor
      unreadCount
      changedCount
      notification {
        id
        status
        updatedAt
      }
    }
  }
`

function noteUnread({ unreadCount }: NotificationEvent): void {
  commitLocalUpdate(environment, (store) => {
    store.getRoot().getLinkedRecord('viewer')?.getLinkedRecord('inbox')?.setValue(unreadCount, 'unreadCount')
  })
}

/** Keeps the count of unread notifications, with one subscription for all that shows notifications. */
export function FollowNotifications() {
  useEffect(
    () =>
      follow<NotificationEvent>({
        subscription,
        variables: {},
        readCursor: async () => {
          const { viewer } = await readOnce<notificationsCursorQuery>(cursor, {})
          return viewer?.inbox.cursor ?? ''
        },
        onGap: () => {
          for (const { onGap } of listeners) onGap()
        },
        onEvent: (event) => {
          noteUnread(event)
          for (const { onEvent } of listeners) onEvent(event)
        },
      }),
    [],
  )
  return null
}

/** Calls a screen for every change of the inbox, for example to read its list again. */
export function useNotifications({ onEvent, onGap }: Listener): void {
  useEffect(() => {
    const own = { onEvent, onGap }
    listeners.add(own)
    return () => void listeners.delete(own)
  }, [onEvent, onGap])
}
