import { type Route, silentRoute } from '../../rest/route.ts'
import { announcePresence } from './presence.service.ts'

export const routes: Route[] = [
  silentRoute('PUT', '/spaces/:spaceId/presence', announcePresence, {
    summary: 'Announce that you are in a space, for 30 seconds',
    fixed: { changeRequestId: undefined },
  }),
  silentRoute('PUT', '/spaces/:spaceId/change-requests/:changeRequestId/presence', announcePresence, {
    summary: 'Announce that you are in a change request, for 30 seconds',
  }),
]
