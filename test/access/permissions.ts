import { declared } from './declared.ts'
import type { Names } from './documents.ts'

/** A resource with a `permissions` object in both APIs. */
export interface Target {
  type: string
  id: (names: Names) => string
  /** The REST path of the resource. For change requests only GraphQL returns the object. */
  path: ((names: Names) => string) | null
  /**
   * The operations that each bit allows, by their rows in docs/access.md. A row with several bits requires all of
   * them.
   */
  bits: Record<string, string[]>
}

const spacePath = ({ spaceId }: Names) => `/spaces/${spaceId}`
const commentPath = (commentId: string, names: Names) => `${spacePath(names)}/comments/${commentId}`

/** The reads that every user with access to a space can do. */
const readsOfSpace = [
  'changeRequests.list',
  'comments.list',
  'comments.listCommenters',
  'content.getLocation',
  'content.getRevision',
  'content.listPages',
  'content.getPage',
  'content.getPageByPath',
  'content.listFiles',
  'content.getFile',
  'content.getReusableContent',
  'content.getPdf',
  'content.listDifferences',
  'events.listInSpace',
  'links.list',
  'links.listOfPage',
  'links.listToPage',
  'links.listToFile',
  'search.space',
]

const readsOfChangeRequest = [
  'changeRequests.get',
  'changeRequests.getMergeability',
  'changeRequests.listContributors',
  'conflicts.list',
  'links.listOfChangeRequest',
  'requestedReviewers.list',
  'requestedReviewers.remove: yourself',
  'reviews.list',
  'reviews.get',
]

const editsOfChangeRequest = [
  'changeRequests.update',
  'changeRequests.updateFromMain',
  'conflicts.resolve',
  'content.change',
  'content.import',
  'content.importFile',
  'content.uploadFiles',
]
const requests = ['requestedReviewers.request', 'requestedReviewers.remove: another']

const sharing = [
  'permissions.grant: the role edit',
  'permissions.listUsers',
  'permissions.listTeams',
  'permissions.listAggregate',
  'permissions.updateUser',
  'permissions.removeUser',
  'permissions.updateTeam',
  'permissions.removeTeam',
]

const inviteLinks = ['invites.list', 'invites.get']

const ofThisFile: Record<string, Target> = {
  organization: {
    type: 'Organization',
    id: ({ organizationId }) => organizationId,
    path: ({ organizationId }) => `/orgs/${organizationId}`,
    bits: {
      view: [
        'organizations.get',
        'members.list',
        'members.ping',
        'members.remove: yourself',
        'teams.list',
        'collections.list',
        'spaces.list',
        'changeRequests.listInOrganization',
        'events.list',
        'search.organization',
      ],
      access: ['organizations.get'],
      admin: [
        'organizations.update',
        'organizations.delete',
        'audit.list',
        'members.update',
        'members.remove: another member',
        'members.setSso',
        'spaces.listOfMember',
        'teams.create',
        'invites.users',
        'invites.create',
        'invites.update',
        'invites.delete',
        ...inviteLinks,
        'webhooks.list',
        'webhooks.create',
        'webhooks.get',
        'webhooks.update',
        'webhooks.delete',
        'webhooks.ping',
        'webhooks.listDeliveries',
        'webhooks.redeliver',
      ],
      ownTeam: ['teams.setMember: a team that you own'],
      createOpenAPISpec: [],
      listIntegrations: [],
      listInstallations: [],
      installIntegration: [],
      createContent: [
        'collections.create: in the organization',
        'spaces.create: in the organization',
        'spaces.duplicate',
      ],
      listMembers: ['members.get', 'teams.listOfMember'],
      listTeams: ['teams.get', 'teams.listMembers'],
    },
  },
  team: {
    type: 'Team',
    id: ({ teamId }) => teamId,
    path: ({ organizationId, teamId }) => `/orgs/${organizationId}/teams/${teamId}`,
    bits: {
      view: ['teams.get', 'teams.listMembers'],
      admin: ['teams.update'],
      delete: ['teams.delete'],
      manageMembers: ['teams.setMember: any team', 'teams.updateMembers', 'teams.removeMember'],
    },
  },
  'a team of your own': {
    type: 'Team',
    id: ({ mine }) => mine.teamId,
    path: ({ organizationId, mine }) => `/orgs/${organizationId}/teams/${mine.teamId}`,
    bits: { manageMembers: ['teams.setMember: a team that you own'] },
  },
  collection: {
    type: 'Collection',
    id: ({ collectionId }) => collectionId,
    path: ({ collectionId }) => `/collections/${collectionId}`,
    bits: {
      view: ['collections.get', 'collections.children', 'spaces.listInCollection'],
      admin: ['permissions.grant: the role admin'],
      manage: ['collections.update', ...sharing],
      delete: ['collections.delete'],
      move: ['collections.move'],
      transfer: ['collections.transfer'],
      viewInviteLinks: inviteLinks,
      create: ['collections.create: in a collection', 'spaces.create: in a collection'],
    },
  },
  'the collection to move to': {
    type: 'Collection',
    id: ({ shelfId }) => shelfId,
    path: ({ shelfId }) => `/collections/${shelfId}`,
    bits: { create: ['collections.move', 'spaces.move'] },
  },
  space: {
    type: 'Space',
    id: ({ spaceId }) => spaceId,
    path: spacePath,
    bits: {
      view: ['spaces.get: a space'],
      access: readsOfSpace,
      admin: [
        'permissions.grant: the role admin',
        'spaces.update: its merge rules',
        "comments.update: another's words",
        "comments.delete: another's",
        "replies.update: another's words",
        "replies.delete: another's",
      ],
      manage: ['spaces.update', 'spaces.duplicate', ...sharing],
      delete: ['spaces.delete'],
      move: ['spaces.move'],
      transfer: ['spaces.transfer'],
      viewInviteLinks: inviteLinks,
      triggerGitSync: [],
      installIntegration: [],
      edit: [
        'content.applyTemplate',
        'changeRequests.create',
        ...editsOfChangeRequest,
        ...requests,
        "comments.update: resolve another's",
      ],
      comment: [
        'comments.post',
        'comments.update: react',
        'replies.post',
        'replies.update: react',
        'permissions.listMentionable',
      ],
      merge: ['changeRequests.merge'],
      review: ['reviews.submit: without being asked'],
    },
  },
  'a deleted space': {
    type: 'Space',
    id: ({ deletedSpaceId }) => deletedSpaceId,
    path: ({ deletedSpaceId }) => `/spaces/${deletedSpaceId}`,
    bits: { view: ['spaces.get: a deleted space'], restore: ['spaces.restore'] },
  },
  'change request': {
    type: 'ChangeRequest',
    id: ({ changeRequestId }) => changeRequestId,
    path: null,
    bits: {
      view: readsOfChangeRequest,
      comment: ['comments.post'],
      edit: editsOfChangeRequest,
      requestReviewers: requests,
      review: ['reviews.submit: without being asked'],
      merge: ['changeRequests.merge'],
    },
  },
  'a change request that you are asked to review': {
    type: 'ChangeRequest',
    id: ({ mine }) => mine.changeRequestId,
    path: null,
    bits: { review: ['reviews.submit: when you are asked'] },
  },
  comment: {
    type: 'Comment',
    id: ({ commentId }) => commentId,
    path: (names) => commentPath(names.commentId, names),
    bits: {
      view: ['comments.get', 'replies.list'],
      edit: ["comments.update: another's words"],
      reply: ['replies.post', 'comments.update: react'],
      delete: ["comments.delete: another's"],
      resolve: ["comments.update: resolve another's"],
    },
  },
  'a comment of your own': {
    type: 'Comment',
    id: ({ mine }) => mine.commentId,
    path: (names) => commentPath(names.mine.commentId, names),
    bits: {
      edit: ['comments.update: your own words'],
      delete: ['comments.delete: your own'],
      resolve: ['comments.update: resolve your own'],
    },
  },
  reply: {
    type: 'CommentReply',
    id: ({ replyId }) => replyId,
    path: (names) => `${commentPath(names.commentId, names)}/replies/${names.replyId}`,
    bits: {
      view: ['replies.get'],
      edit: ["replies.update: another's words"],
      reply: ['replies.update: react'],
      delete: ["replies.delete: another's"],
    },
  },
  'a reply of your own': {
    type: 'CommentReply',
    id: ({ mine }) => mine.replyId,
    path: (names) => `${commentPath(names.mine.commentId, names)}/replies/${names.mine.replyId}`,
    bits: { edit: ['replies.update: your own words'], delete: ['replies.delete: your own'] },
  },
}

/** Includes what modules declare: their own resources, and their operations under bits of other resources. */
export const targets: Record<string, Target> = Object.assign(
  {},
  ofThisFile,
  ...declared.map((module) => module.targets ?? {}),
)
for (const [name, operations] of declared.flatMap(({ bits = {} }) => Object.entries(bits))) {
  const [target = '', bit = ''] = name.split('.')
  const bits = targets[target]?.bits
  if (!bits?.[bit]) throw new Error(`There is no bit ${name}.`)
  bits[bit] = [...bits[bit], ...operations]
}

const noOperation = 'In the specification; its operations do not exist yet.'

/** Bits that allow no operation, with the reason. */
export const bitsWithoutOperation: Record<string, string> = {
  'Organization.ingestConversations': noOperation,
  'Organization.viewBilling':
    'It decides whether the organization shows a field, which a test of its own compares.',
  'TeamMembership.view': 'It is always true: a list of members holds only what the caller may see.',
}

const account = 'It is about the account of a user, which has no permissions object.'
const byVisibility = 'The visibility of the site decides it, also for callers without an API token.'
const forOperators = 'It is about the instance, which has no permissions object.'
const anyToken = 'Every user may call it.'
const ownIntegration = 'Every member of its organization may see it.'
const ownInstallations = 'Those who see the integration may call it; it lists what they administrate.'

/** Rows of docs/access.md without a bit, with the reason. */
export const operationsWithoutBit: Record<string, string> = {
  'users.viewer': account,
  'users.get': account,
  'users.update: another user': account,
  'users.update: yourself': account,
  'users.update: who operates the instance': account,
  'users.delete: another user': account,
  'users.delete: yourself': account,
  'users.deleteViewer': account,
  'users.export: another user': account,
  'users.export: yourself': account,
  'users.exportViewer': account,
  'organizations.restore': 'A deleted organization cannot be read, so it shows no permissions.',
  'tokens.list': account,
  'tokens.create: for yourself': account,
  'tokens.create: for another user': account,
  'tokens.createForNotifications': account,
  'tokens.revoke': account,
  'identities.list': account,
  'identities.unlink': account,
  'sessions.list': account,
  'sessions.end': account,
  'sessions.endOthers': account,
  'instance.get': forOperators,
  'instance.listOrganizations': forOperators,
  'instance.listUsers': forOperators,
  'sessions.endOfUser': account,
  'sessions.createPasswordReset': account,
  'tokens.revokeOfUser': account,
  'users.disable': account,
  'users.enable': account,
  'preferences.get': account,
  'preferences.update': account,
  'changeRequests.listOfViewer': account,
  'notifications.list': account,
  'notifications.getInbox': account,
  'notifications.get: your own': account,
  'notifications.get: of another user': account,
  'notifications.update: your own': account,
  'notifications.update: of another user': account,
  'notifications.mark': account,
  'notifications.listMutes': account,
  'notifications.mute': account,
  'notifications.unmute': account,
  'passkeys.list': account,
  'passkeys.get: your own': account,
  'passkeys.rename: your own': account,
  'passkeys.rename: of another user': account,
  'passkeys.delete': account,
  'password.get': account,
  'password.change': account,
  'password.remove': account,
  'glossary.get': 'Members see the entries; guests, who see the organization, see none.',
  'translatedSpaces.listPages': 'Members see the pages of spaces that they see; guests see none.',
  ...Object.fromEntries(
    [
      'sites.update: its proxy, with a space that you cannot publish',
      'sites.publish: with a space that you cannot publish',
      'siteSpaces.update: the condition of a space that you cannot publish',
      'siteSections.update: the condition of a section with a space that you cannot publish',
      'siteStructure.sort: into another section, a space that you cannot publish',
      'adaptiveSchema.update: with a space that you cannot publish',
      'shareLinks.create: with a space that you cannot publish',
      'shareLinks.update: activating it, with a space that you cannot publish',
    ].map((row) => [row, 'depends on the spaces of the site as well']),
  ),
  ...Object.fromEntries(
    ['publishedSite.get', 'publishedSite.search'].flatMap((operation) =>
      [
        'a public site',
        'a site for share links',
        'a site for authenticated visitors',
        'an unpublished site',
      ].map((site) => [`${operation}: ${site}`, byVisibility]),
    ),
  ),
  'publishedUrl.resolve: a public site': byVisibility,
  'publishedUrl.resolve: a site for share links': byVisibility,
  'publishedUrl.resolve: a site for authenticated visitors': byVisibility,
  'publishedUrl.resolve: an unpublished site': byVisibility,
  'organizations.list': anyToken,
  'integrations.list': anyToken,
  'integrations.get: a public integration': anyToken,
  'integrations.get: a private integration': ownIntegration,
  'embeds.get': anyToken,
  'embeds.getInSpace': 'Everyone who sees a space may see what its pages can show.',
  'content.getComputedDocument': 'Everyone who sees a space and a spec may see what the spec computes.',
  'content.getComputedRevision': 'Everyone who sees a space and a spec may see what the spec computes.',
  'siteHostnames.get': 'A hostname is a name of its site: see `sites.get`.',
  'siteHostnames.remove': 'A hostname is a setting of its site: see `sites.update`.',
  'integrations.listBlocks': 'Everyone who sees a space may see what its pages can show.',
  'organizations.getBySubdomain': 'It has no permissions but to be seen, like `organizations.get`.',
  'integrations.listScripts': 'Every member may see what visitors of a site load.',
  'integrationInstallations.list': ownInstallations,
  'integrationSpaces.listOfIntegration': ownInstallations,
  'integrationSites.listOfIntegration': ownInstallations,
  'organizations.create': anyToken,
  'organizations.listByEmailDomain': anyToken,
  'invites.join': 'Every user with the link may join.',
  'organizations.joinByDomain': 'Every user with an address of the domain may join.',
}
