import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'

const folder = join(projectRoot, 'src/console/app')
const sources = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
)

/** The mutations that the console sends. */
const sent = new Set<string>()
for (const text of sources.values()) {
  for (const [, document = ''] of text.matchAll(/[^/`]graphql`([^`]*)`/g)) {
    for (const definition of parse(document).definitions) {
      if (definition.kind !== 'OperationDefinition' || definition.operation !== 'mutation') continue
      for (const field of definition.selectionSet.selections) {
        if (field.kind === 'Field') sent.add(field.name.value)
      }
    }
  }
}

/** What ends or replaces something and can be taken back: the file that offers it. */
const UNDONE = {
  disableUser: 'screens/instance/AccountRow.tsx',
  deleteSiteRedirect: 'screens/sites/redirects/SiteRedirects.tsx',
  enableUser: 'screens/instance/AccountRow.tsx',
  grantPermissions: 'screens/access/SharedWith.tsx',
  markNotifications: 'screens/inbox/marks.ts',
  moveCollection: 'places/PlaceMenu.tsx',
  moveSpace: 'places/PlaceMenu.tsx',
  muteNotifications: 'screens/inbox/marks.ts',
  removeRequestedReviewer: 'screens/change-request/people/remove-reviewer.ts',
  removeSectionFromGroup: 'screens/sites/structure/use-structure.ts',
  removeTeamMember: 'screens/teams/TeamMembers.tsx',
  renamePasskey: 'screens/account/Passkeys.tsx',
  setTeamMember: 'screens/teams/TeamMembers.tsx',
  setUserOperator: 'screens/instance/AccountRow.tsx',
  sortSiteStructure: 'screens/sites/structure/use-structure.ts',
  uninstallIntegrationFromSite: 'screens/integrations/Placements.tsx',
  uninstallIntegrationFromSpace: 'screens/integrations/Placements.tsx',
  unpublishSite: 'screens/sites/PublishSite.tsx',
  updateChangeRequest: 'screens/change-request/head/update.ts',
  updateCollection: 'places/CollectionDialog.tsx',
  updateIntegrationInstallation: 'screens/integrations/Installation.tsx',
  updateIntegrationSiteInstallation: 'screens/integrations/Placements.tsx',
  updateIntegrationSpaceInstallation: 'screens/integrations/Placements.tsx',
  updateMember: 'screens/people/MemberRow.tsx',
  updateOpenAPISpecBySlug: 'screens/specs/SpecFacts.tsx',
  updateOrganization: 'screens/settings/OrganizationGeneral.tsx',
  updateSite: 'screens/sites/readers/SiteReaders.tsx',
  updateSiteAdaptiveSchema: 'screens/sites/readers/Adaptive.tsx',
  updateSiteCustomization: 'screens/sites/theme/use-theme.ts',
  updateSitePublishingAuth: 'screens/sites/readers/VisitorKeys.tsx',
  updateSiteRedirect: 'screens/sites/redirects/EditRedirect.tsx',
  updateSiteSection: 'screens/sites/structure/use-structure.ts',
  updateSiteSectionGroup: 'screens/sites/structure/use-structure.ts',
  updateSiteShareLink: 'screens/sites/readers/ShareLinks.tsx',
  updateSiteSpace: 'screens/sites/structure/use-structure.ts',
  updateSpace: 'screens/settings/SpaceGeneral.tsx',
  updateTeam: 'screens/teams/RenameTeamDialog.tsx',
  updateTranslation: 'screens/translations/TranslationDialog.tsx',
  updateWebhook: 'screens/webhooks/EditWebhookDialog.tsx',
}

/** What ends something for good: the file in which its name has to be typed. */
const TYPED = {
  deleteCollection: 'places/PlaceMenu.tsx',
  deleteComment: 'threads/ConfirmDelete.tsx',
  deleteCommentReply: 'threads/ConfirmDelete.tsx',
  deleteLinkInvite: 'screens/invitations/InviteList.tsx',
  deleteOpenAPISpecBySlug: 'screens/specs/SpecScreen.tsx',
  deleteOrganization: 'screens/settings/OrganizationSettings.tsx',
  deletePasskey: 'screens/account/Passkeys.tsx',
  deleteSite: 'screens/sites/settings/SiteSettings.tsx',
  deleteSiteFeedback: 'screens/sites/insights/SiteFeedback.tsx',
  deleteSiteSection: 'screens/sites/structure/SiteStructure.tsx',
  deleteSiteSectionGroup: 'screens/sites/structure/SiteStructure.tsx',
  deleteSiteShareLink: 'screens/sites/readers/ShareLinks.tsx',
  deleteSiteSpace: 'screens/sites/structure/SiteStructure.tsx',
  deleteSpace: 'screens/settings/SpaceSettingsScreen.tsx',
  deleteTeam: 'screens/teams/TeamScreen.tsx',
  deleteTranslation: 'screens/translations/TranslationRow.tsx',
  deleteUser: 'screens/people/MemberDialog.tsx',
  deleteViewer: 'screens/account/AccountData.tsx',
  deleteWebhook: 'screens/webhooks/WebhookScreen.tsx',
  disconnectGitRepository: 'screens/git/Connection.tsx',
  regenerateSitePublishingAuth: 'screens/sites/readers/VisitorKeys.tsx',
  removeMember: 'screens/people/MemberDialog.tsx',
  removePassword: 'screens/account/Password.tsx',
  revokeApiToken: 'screens/account/Tokens.tsx',
  revokeUserApiTokens: 'screens/people/EndAccessDialog.tsx',
  uninstallIntegration: 'screens/integrations/Installation.tsx',
  unlinkIdentity: 'screens/account/Providers.tsx',
}

/** What has neither, with the reason. */
const NEITHER: Readonly<Record<string, string[]>> = {
  'adds something, which has an end of its own': [
    'addSectionGroupToSite',
    'addSectionToGroup',
    'addSectionToSite',
    'addSpaceToSite',
    'connectGitRepository',
    'createApiToken',
    'createChangeRequest',
    'createCollection',
    'createLinkInvite',
    'createOrUpdateOpenAPISpecBySlug',
    'createPasswordReset',
    'createSite',
    'createSiteRedirect',
    'createSiteShareLink',
    'createSpace',
    'createTeam',
    'createTranslation',
    'createWebhook',
    'duplicateSpace',
    'installIntegration',
    'installIntegrationOnSite',
    'installIntegrationOnSpace',
    'inviteUsers',
    'postComment',
    'postCommentReply',
    'publishSite',
    'requestReviewers',
    'submitReview',
  ],
  'takes something back': ['restoreOrganization', 'restoreSpace', 'unmuteNotifications'],
  'proposes a change, to be reviewed': ['restorePage', 'restoreRevision'],
  'leaves the former content in the history; what the tree and the editor delete is undone there': [
    'changeContent',
    'exportToGitRepository',
    'importContent',
    'importGitRepository',
    'mergeChangeRequest',
    'resolveConflict',
    'updateChangeRequestFromMain',
  ],
  'ends what the person begins again by signing in': ['endOtherSessions', 'endSession', 'endUserSessions'],
  'is taken back by the same control': ['markViewed', 'updatePreferences'],
  'is a form with what somebody has written, to be written again': [
    'changePassword',
    'updateComment',
    'updateCommentReply',
    'updateUser',
  ],
  'changes nothing that is kept': [
    'announcePresence',
    'checkSiteHostname',
    'checkSiteProxy',
    'pingWebhook',
    'redeliverWebhookDelivery',
    'retryJob',
  ],
}

describe('what the console changes', () => {
  it('can be undone or is typed first, or says why it is neither', () => {
    const chosen = [...Object.keys(UNDONE), ...Object.keys(TYPED), ...Object.values(NEITHER).flat()]
    expect(chosen.toSorted()).toEqual([...sent].toSorted())
  })

  it.each(Object.entries(UNDONE))('%s is undone in %s', (_, path) => {
    expect(sources.get(path)).toMatch(/\bundo\b|\bsayDone\(|\bunmute\(/)
  })

  it.each(Object.entries(TYPED))('%s is typed in %s', (_, path) => {
    expect(sources.get(path)).toMatch(/<(?:ConfirmDialog|ConfirmButton|DeleteSection)\b[\s\S]*?\btyped=/)
  })

  it('never asks in a dialog of its own before something ends', () => {
    const own = [...sources].filter(
      ([path, text]) =>
        /className="button danger"[\s\S]*?onClick=\{run\}/.test(text) && !path.startsWith('forms/'),
    )
    expect(own.map(([path]) => path)).toEqual([])
  })
})
