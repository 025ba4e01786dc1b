import type { Refused } from './refused.ts'

/** What is not here, besides what concerns answers of language models: some of it may be built later. */
export const refusedForNow: readonly Refused[] = [
  {
    title: 'Integration runtime',
    reason: 'Integrations run in the browsers of readers only: nothing on this server renders or runs tasks.',
    failure: 'no_runtime',
    operations: {
      'GET /integrations/{}/render': 'renderIntegrationUIWithGet',
      'POST /integrations/{}/render': 'renderIntegrationUIWithPost',
      'POST /integrations/{}/tasks': 'queueIntegrationTask',
    },
  },
  {
    title: 'Integration development',
    reason: 'Integrations run in browsers only, so nothing is sent to a tunnel of their authors.',
    operations: {
      'PUT /integrations/{}/dev': 'setIntegrationDevelopmentMode',
      'DELETE /integrations/{}/dev': 'disableIntegrationDevelopmentMode',
    },
  },
  {
    title: 'Insights',
    reason: 'This server has no statistics about visitors in this form.',
    operations: {
      'POST /orgs/{}/sites/{}/insights/events': 'trackEventsInSiteById',
      'POST /orgs/{}/sites/{}/insights/events/aggregate': 'aggregateSiteEvents',
      'GET /orgs/{}/sites/{}/insights/visitor-segments': 'listSiteVisitorSegments',
    },
  },
  {
    title: 'Others',
    reason: 'It is not built yet.',
    operations: {
      'POST /user/notifications/token': 'createUserNotificationsToken',
      'POST /orgs/{}/storage/upload': 'generateStorageUploadURL',
      'GET /orgs/{}/fonts': 'listCustomFonts',
      'PUT /orgs/{}/fonts': 'createCustomFont',
      'GET /orgs/{}/fonts/{}': 'getCustomFont',
      'POST /orgs/{}/fonts/{}': 'updateCustomFont',
      'DELETE /orgs/{}/fonts/{}': 'deleteCustomFont',
      'POST /orgs/{}/sites/{}/external-links': 'addExternalLinkToSite',
      'PATCH /orgs/{}/sites/{}/external-links/{}': 'updateSiteExternalLinkById',
      'DELETE /orgs/{}/sites/{}/external-links/{}': 'deleteSiteExternalLinkById',
      'GET /spaces/{}/integration-scripts': 'listSpaceIntegrationScripts',
    },
  },
]
