import type { Refused } from './refused.ts'

/** What is not here, besides what concerns answers of language models: some of it may be built later. */
export const refusedForNow: readonly Refused[] = [
  {
    title: 'SAML',
    reason: 'People sign in with OpenID providers here, not with SAML.',
    operations: {
      'GET /orgs/{}/saml': 'listSAMLProvidersInOrganizationById',
      'POST /orgs/{}/saml': 'createOrganizationSAMLProvider',
      'GET /orgs/{}/saml/{}': 'getOrganizationSAMLProviderById',
      'PATCH /orgs/{}/saml/{}': 'updateOrganizationSAMLProvider',
      'DELETE /orgs/{}/saml/{}': 'deleteOrganizationSAMLProvider',
      'GET /orgs/{}/sso': 'listSSOProviderLoginsInOrganization',
    },
  },
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
    reason: 'Events of an integration can be read, and are not sent to a tunnel of its author.',
    operations: {
      'PUT /integrations/{}/dev': 'setIntegrationDevelopmentMode',
      'DELETE /integrations/{}/dev': 'disableIntegrationDevelopmentMode',
    },
  },
  {
    title: 'Git installations',
    reason: 'Spaces are connected to a repository by its URL, without an app of a Git provider.',
    operations: {
      'GET /orgs/{}/sites/{}/spaces/git/installations': 'listSiteGitSyncInstallations',
      'POST /git/installations': 'installGitSyncProviderOnTarget',
      'GET /git/installations/{}': 'getGitSyncInstallationById',
      'PATCH /git/installations/{}': 'updateGitSyncInstallationById',
      'DELETE /git/installations/{}': 'uninstallGitSyncInstallation',
      'GET /git/installations/{}/github/repos': 'listGitHubRepositoriesForGitSyncInstallation',
      'GET /git/installations/{}/github/repos/{}/{}/branches': 'listGitHubRepoBranchesForGitSyncInstallation',
      'GET /git/installations/{}/github/repos/{}/{}/file': 'getGitHubRepoFileForGitSyncInstallation',
      'GET /git/installations/{}/gitlab/projects': 'listGitLabProjectsForGitSyncInstallation',
      'GET /git/installations/{}/gitlab/projects/{}/branches':
        'listGitLabProjectBranchesForGitSyncInstallation',
      'GET /git/installations/{}/gitlab/projects/{}/file': 'getGitLabProjectFileForGitSyncInstallation',
      'DELETE /spaces/{}/git/legacy-installation': 'deleteLegacyGitInstallation',
    },
  },
  {
    title: 'Glossary',
    reason: 'Nothing is translated by a machine here, so there is no glossary.',
    operations: {
      'GET /orgs/{}/translations-glossary': 'listGlossaryEntries',
      'PUT /orgs/{}/translations-glossary': 'updateGlossaryEntries',
      'GET /orgs/{}/translations-glossary/{}': 'getGlossaryEntry',
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
      'POST /spaces/{}/content/template': 'applyTemplateToSpace',
      'POST /spaces/{}/content/computed/revision': 'getComputedRevision',
      'POST /orgs/{}/storage/upload': 'generateStorageUploadURL',
      'GET /orgs/{}/fonts': 'listCustomFonts',
      'PUT /orgs/{}/fonts': 'createCustomFont',
      'GET /orgs/{}/fonts/{}': 'getCustomFont',
      'POST /orgs/{}/fonts/{}': 'updateCustomFont',
      'DELETE /orgs/{}/fonts/{}': 'deleteCustomFont',
      'GET /org/{}/imports': 'listImportRuns',
      'POST /org/{}/imports': 'startImportRun',
      'GET /org/{}/imports/{}': 'getImportRun',
      'POST /org/{}/imports/{}/cancel': 'cancelImportRun',
      'POST /orgs/{}/sites/{}/external-links': 'addExternalLinkToSite',
      'PATCH /orgs/{}/sites/{}/external-links/{}': 'updateSiteExternalLinkById',
      'DELETE /orgs/{}/sites/{}/external-links/{}': 'deleteSiteExternalLinkById',
      'POST /orgs/{}/sites/{}/permissions': 'inviteToSite',
      'GET /orgs/{}/sites/{}/permissions/users': 'listUserPermissionsInSite',
      'PATCH /orgs/{}/sites/{}/permissions/users/{}': 'updateUserPermissionInSite',
      'DELETE /orgs/{}/sites/{}/permissions/users/{}': 'removeUserFromSite',
      'GET /orgs/{}/sites/{}/permissions/teams': 'listTeamPermissionsInSite',
      'PATCH /orgs/{}/sites/{}/permissions/teams/{}': 'updateTeamPermissionInSite',
      'DELETE /orgs/{}/sites/{}/permissions/teams/{}': 'removeTeamFromSite',
      'POST /orgs/{}/sites/{}/template': 'applyTemplateToSite',
      'PATCH /custom-hostnames/{}': 'dnsRevalidateCustomHostname',
      'GET /spaces/{}/integration-scripts': 'listSpaceIntegrationScripts',
    },
  },
]
