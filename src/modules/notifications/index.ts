import { LogReader } from '../../core/events/log-reader.ts'
import { defineModule } from '../../core/operations/module.ts'
import { isMailConfigured } from '../mail/index.ts'
import { fanOutNotifications } from './fan-out/fan-out.ts'
import { InboxFeed } from './inbox-feed.ts'
import { enqueueDueMails, runMailNotifications } from './mails/mail-notifications.job.ts'
import { MAIL_NOTIFICATIONS } from './mails/mail-notifications.queue.ts'
import { stopMails } from './mails/stop-mails.ts'
import { listMutes, muteNotifications, unmuteNotifications } from './mutes.service.ts'
import { facts } from './notifications.facts.ts'
import { notificationById } from './notifications.loaders.ts'
import { dataOfNotifications } from './notifications.personal.ts'
import { routes } from './notifications.rest.ts'
import {
  getInbox,
  getNotification,
  listNotifications,
  markNotifications,
  updateNotification,
} from './notifications.service.ts'
import { removeOldNotifications } from './remove-old-notifications.ts'
import './notifications.graphql.ts'
import './notifications.live.graphql.ts'

/** The inboxes of people: what of the event log concerns each of them. */
export const notifications = defineModule({
  name: 'notifications',
  facts,
  personalData: dataOfNotifications,
  periodic: {
    'remove-old-notifications': ({ database, ...options }) => removeOldNotifications(database, options),
    'mail-notifications': enqueueDueMails,
  },
  jobs: { [MAIL_NOTIFICATIONS]: runMailNotifications },
  signIn: stopMails,
  followers: {
    notifications: ({ database, now, settings, ...options }) => {
      const isMailed = isMailConfigured(settings)
      return new LogReader({
        ...options,
        work: (asked) => fanOutNotifications(database, { ...asked, now: now(), isMailed }),
      })
    },
  },
  userFeed: ({ database, onError }) => new InboxFeed(database, onError),
  operations: [
    getNotification,
    getInbox,
    updateNotification,
    markNotifications,
    muteNotifications,
    unmuteNotifications,
  ],
  lists: [listNotifications, listMutes],
  routes,
  nodes: { Notification: notificationById },
})
