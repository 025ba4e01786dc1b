import { silentRoute } from '../../../rest/route.ts'
import { sitePath } from '../../sites/index.ts'
import { trackSiteEvents } from './tracking.service.ts'

export const trackingRoutes = [
  silentRoute('POST', `${sitePath}/insights/events`, trackSiteEvents, {
    summary: 'Count what readers did on a frontend of your own',
  }),
]
