import type { Refused } from './refused.ts'

/** What is not here, besides what concerns answers of language models: some of it may be built later. */
export const refusedForNow: readonly Refused[] = [
  {
    title: 'Integration runtime',
    reason:
      'Integrations run in the browsers of readers only. What the tunnel of an author renders is requested by POST.',
    failure: 'no_runtime',
    operations: {
      'GET /integrations/{}/render': 'renderIntegrationUIWithGet',
    },
  },
  {
    title: 'Insights',
    reason: 'This server keeps nothing that identifies or describes visitors.',
    operations: {
      'GET /orgs/{}/sites/{}/insights/visitor-segments': 'listSiteVisitorSegments',
    },
  },
  {
    title: 'Others',
    reason: 'It is not built yet.',
    operations: {
      'POST /orgs/{}/storage/upload': 'generateStorageUploadURL',
      'GET /orgs/{}/fonts': 'listCustomFonts',
      'PUT /orgs/{}/fonts': 'createCustomFont',
      'GET /orgs/{}/fonts/{}': 'getCustomFont',
      'POST /orgs/{}/fonts/{}': 'updateCustomFont',
      'DELETE /orgs/{}/fonts/{}': 'deleteCustomFont',
      'POST /orgs/{}/sites/{}/external-links': 'addExternalLinkToSite',
      'PATCH /orgs/{}/sites/{}/external-links/{}': 'updateSiteExternalLinkById',
      'DELETE /orgs/{}/sites/{}/external-links/{}': 'deleteSiteExternalLinkById',
    },
  },
]
