import type { Role } from '../../src/core/access/roles.ts'
import { declared } from './declared.ts'
import {
  type Case,
  change,
  inChangeRequest,
  inCollection,
  inContent,
  inMember,
  inNode,
  inOrganization,
  inSpace,
  inTeam,
  type Names,
  onPosted,
  own,
  read,
  shared,
  sharing,
  write,
} from './documents.ts'

const LIST = '{ nodes { __typename } }'
const text = { body: { markdown: 'Other words' } }
const reaction = { addedReactions: ['👍'] }

/** A multipart form, which only REST accepts; GraphQL uses a batch of changes. */
const uploadNamed = (name: string) => () => {
  const form = new FormData()
  form.append('file', new Blob(['Other words']), name)
  return form
}
const upload = uploadNamed('words.txt')
const insertFiles = [{ insertFiles: { files: [{ name: 'words.txt', base64: 'T3RoZXIgd29yZHM=' }] } }]

const updateUser = change('updateUser', ['userId'], () => ({ displayName: 'Somebody' }))
const removeMember = change('removeMember', ['organizationId', 'userId'])
const setTeamMember = change('setTeamMember', ['teamId', 'userId'], () => ({ role: 'member' }))
const removeRequest = change('removeRequestedReviewer', ['spaceId', 'changeRequestId', 'userId'])
const submitReview = change('submitReview', ['spaceId', 'changeRequestId'], () => ({
  status: 'approved',
  comment: { markdown: 'Well done' },
}))
const updateComment = onPosted('updateComment', 'commentId', text)
const deleteComment = onPosted('deleteComment', 'commentId')
const updateReply = onPosted('updateCommentReply', 'replyId', text)
const deleteReply = onPosted('deleteCommentReply', 'replyId')

const resolve = onPosted('updateComment', 'commentId', { resolved: true })
const intoCollection = ({ collectionId }: Names) => ({ title: 'New', parent: collectionId })
const granting = (role: Role) =>
  sharing('grantPermissions', null, ({ bystanderId }) => ({ users: [bystanderId], role }))

const inPage = (pageId: string, selection: string) =>
  `page(id: "${pageId}") { ... on DocumentPage { ${selection} } }`

/** The requests of every operation by its id, or by `id: target` where the target makes a difference. */
const inApp = ({ spaceId, importUrl }: Names) => `${new URL(importUrl).origin}/app/s/${spaceId}`

export const cases: Record<string, Case> = {
  ...Object.assign({}, ...declared.map((module) => module.cases)),
  'users.viewer': { graphql: () => read({}, 'viewer { user { id } }') },
  'users.get': { graphql: ({ userId: id }) => read({ id }, 'user(id: $id) { id }') },
  'users.update: another user': updateUser,
  'users.update: yourself': own(['userId'], updateUser),
  'users.update: who operates the instance': {
    body: () => ({ isOperator: true }),
    graphql: ({ userId }) => write('setUserOperator', { userId, isOperator: true }),
  },
  'users.delete: another user': change('deleteUser', ['userId']),
  'users.delete: yourself': own(['userId'], change('deleteUser', ['userId'])),
  'users.deleteViewer': change('deleteViewer', []),
  'users.export: another user': { graphql: ({ userId: id }) => read({ id }, 'exportUserData(id: $id)') },
  'users.export: yourself': own(['userId'], {
    graphql: ({ userId: id }) => read({ id }, 'exportUserData(id: $id)'),
  }),
  'users.exportViewer': { graphql: () => read({}, 'exportViewerData') },
  'tokens.list': { graphql: () => read({}, `viewer { apiTokens ${LIST} }`) },
  'tokens.create: for yourself': change('createApiToken', [], () => ({ label: 'New' })),
  'tokens.createForNotifications': {
    graphql: () => write('createNotificationsToken', {}),
  },
  'tokens.create: for another user': change('createApiToken', [], ({ userId }) => ({
    label: 'New',
    user: userId,
  })),
  'tokens.revoke': {
    params: ({ mine }) => ({ tokenId: mine.tokenId }),
    graphql: ({ mine }) => write('revokeApiToken', { tokenId: mine.tokenId }),
  },

  'organizations.list': { graphql: () => read({}, `organizations ${LIST}`) },
  'organizations.create': change('createOrganization', [], () => ({ title: 'New' })),
  'organizations.get': { graphql: inOrganization('id') },
  'organizations.update': change('updateOrganization', ['organizationId'], () => ({ title: 'Renamed' })),
  'organizations.delete': change('deleteOrganization', ['organizationId']),
  'organizations.restore': {
    params: ({ deletedOrganizationId }) => ({ organizationId: deletedOrganizationId }),
    graphql: ({ deletedOrganizationId: organizationId }) => write('restoreOrganization', { organizationId }),
  },
  'organizations.listByEmailDomain': {
    graphql: ({ emailDomain }) => ({
      query: 'query($domain: String!) { organizationsByEmailDomain(emailDomain: $domain) { id } }',
      variables: { domain: emailDomain },
    }),
  },
  'audit.list': { graphql: inOrganization(`auditEvents ${LIST}`) },

  'members.list': { graphql: inOrganization(`members ${LIST}`) },
  'members.get': { graphql: inMember('id') },
  'members.update': change('updateMember', ['organizationId', 'userId'], () => ({ role: 'edit' })),
  'members.remove: another member': removeMember,
  'members.remove: yourself': own(['userId'], removeMember),
  'members.setSso': change('setMemberSso', ['organizationId', 'userId']),
  'members.ping': change('pingOrganization', ['organizationId']),

  'teams.list': { graphql: inOrganization(`teams ${LIST}`) },
  'teams.create': change('createTeam', ['organizationId'], () => ({ title: 'New' })),
  'teams.get': { graphql: inTeam('id') },
  'teams.update': change('updateTeam', ['teamId'], () => ({ title: 'Renamed' })),
  'teams.delete': change('deleteTeam', ['teamId']),
  'teams.listMembers': { graphql: inTeam(`members ${LIST}`) },
  'teams.updateMembers': change('updateTeamMembers', ['teamId'], ({ bystanderId }) => ({
    add: [bystanderId],
  })),
  'teams.setMember: any team': {
    ...setTeamMember,
    params: ({ bystanderId }) => ({ userId: bystanderId }),
    graphql: (names) => setTeamMember.graphql({ ...names, userId: names.bystanderId }),
  },
  'teams.setMember: a team that you own': own(['teamId'], setTeamMember),
  'teams.removeMember': change('removeTeamMember', ['teamId', 'userId']),
  'teams.listOfMember': { graphql: inMember(`teams ${LIST}`) },

  'collections.list': { graphql: inOrganization(`collections ${LIST}`) },
  'collections.create: in the organization': change('createCollection', ['organizationId'], () => ({
    title: 'New',
  })),
  'collections.create: in a collection': change('createCollection', ['organizationId'], intoCollection),
  'collections.children': { graphql: inCollection(`collections ${LIST}`) },
  'collections.get': { graphql: inCollection('id') },
  'collections.update': change('updateCollection', ['collectionId'], () => ({ title: 'Renamed' })),
  'collections.delete': change('deleteCollection', ['collectionId']),
  'collections.move': change('moveCollection', ['collectionId'], ({ shelfId }) => ({ parent: shelfId })),
  'collections.transfer': change('transferCollection', ['collectionId'], ({ receiverId }) => ({
    organization: receiverId,
  })),

  'spaces.list': { graphql: inOrganization(`spaces ${LIST}`) },
  'spaces.listInCollection': { graphql: inCollection(`spaces ${LIST}`) },
  'spaces.listOfMember': { graphql: inMember(`spaces ${LIST}`) },
  'spaces.create: in the organization': change('createSpace', ['organizationId'], () => ({ title: 'New' })),
  'spaces.create: in a collection': change('createSpace', ['organizationId'], intoCollection),
  'spaces.get: a space': { graphql: inSpace('id') },
  'spaces.get: a deleted space': {
    params: ({ deletedSpaceId }) => ({ spaceId: deletedSpaceId }),
    graphql: (names) => inSpace('id')({ ...names, spaceId: names.deletedSpaceId }),
  },
  'spaces.update': change('updateSpace', ['spaceId'], () => ({ title: 'Renamed' })),
  'spaces.update: its merge rules': {
    body: () => ({ mergeRules: { type: 'none' } }),
    graphql: ({ spaceId }) => write('updateSpace', { spaceId, mergeRules: { type: 'NONE' } }),
  },
  'spaces.delete': change('deleteSpace', ['spaceId']),
  'spaces.restore': {
    params: ({ deletedSpaceId }) => ({ spaceId: deletedSpaceId }),
    graphql: ({ deletedSpaceId }) => write('restoreSpace', { spaceId: deletedSpaceId }),
  },
  'spaces.duplicate': change('duplicateSpace', ['spaceId']),
  'spaces.move': change('moveSpace', ['spaceId'], ({ shelfId }) => ({ parent: shelfId })),
  'spaces.transfer': change('transferSpace', ['spaceId'], ({ receiverId }) => ({ organization: receiverId })),

  'permissions.grant: the role edit': granting('edit'),
  'permissions.grant: the role admin': granting('admin'),
  'permissions.listUsers': shared(`userPermissions ${LIST}`),
  'permissions.listTeams': shared(`teamPermissions ${LIST}`),
  'permissions.listAggregate': shared(`permissionsAggregate ${LIST}`),
  'permissions.listMentionable': { graphql: inSpace(`mentionableUsers ${LIST}`) },
  'permissions.updateUser': sharing('updateUserPermission', 'userId', () => ({ role: 'review' })),
  'permissions.removeUser': sharing('removeUserPermission', 'userId'),
  'permissions.updateTeam': sharing('updateTeamPermission', 'teamId', () => ({ role: 'review' })),
  'permissions.removeTeam': sharing('removeTeamPermission', 'teamId'),

  'invites.users': {
    body: () => ({ emails: ['new@quire.example'] }),
    graphql: ({ organizationId }) =>
      write('inviteUsers', { organizationId, emails: [{ email: 'new@quire.example' }] }),
  },
  'invites.join': {
    params: ({ inviteKey }) => ({ inviteId: inviteKey }),
    graphql: ({ organizationId, inviteKey }) =>
      write('joinOrganization', { organizationId, inviteId: inviteKey }),
  },
  'invites.list': { graphql: inOrganization(`linkInvites ${LIST}`) },
  'invites.create': change('createLinkInvite', ['organizationId'], () => ({ role: 'read' })),
  'invites.get': { graphql: ({ inviteId }) => inNode('Invite', inviteId) },
  'invites.update': change('updateLinkInvite', ['inviteId'], () => ({ role: 'comment' })),
  'invites.delete': change('deleteLinkInvite', ['inviteId']),

  'changeRequests.list': { graphql: inSpace(`changeRequests ${LIST}`) },
  'changeRequests.create': change('createChangeRequest', ['spaceId'], () => ({ subject: 'Better' })),
  'changeRequests.get': {
    graphql: ({ spaceId: space, changeRequestId: id }) =>
      read({ space, id }, 'changeRequest(spaceId: $space, id: $id) { id }'),
  },
  'changeRequests.listOfViewer': { graphql: () => read({}, `viewer { changeRequests ${LIST} }`) },
  'changeRequests.listInOrganization': { graphql: inOrganization(`changeRequests ${LIST}`) },
  'changeRequests.update': change('updateChangeRequest', ['spaceId', 'changeRequestId'], () => ({
    subject: 'Best',
    status: 'archived',
  })),
  'changeRequests.getMergeability': { graphql: inChangeRequest('merge { state }') },
  'changeRequests.merge': change('mergeChangeRequest', ['spaceId', 'changeRequestId']),
  'changeRequests.updateFromMain': change('updateChangeRequestFromMain', ['spaceId', 'changeRequestId']),
  'conflicts.list': { graphql: inChangeRequest(`conflicts ${LIST}`) },
  'conflicts.resolve': {
    params: ({ conflictedId }) => ({ changeRequestId: conflictedId }),
    body: () => ({ resolution: 'changed' }),
    graphql: ({ spaceId, conflictedId, conflictId }) =>
      write('resolveConflict', {
        spaceId,
        changeRequestId: conflictedId,
        conflictId,
        resolution: 'changed',
      }),
  },
  'content.listDifferences': {
    graphql: (names) => [
      inChangeRequest('diff { totalCount }')(names),
      inNode('Revision', names.revisionId, 'diff { totalCount }'),
    ],
  },
  'content.import': change('importContent', ['spaceId', 'changeRequestId'], ({ importUrl }) => ({
    url: importUrl,
    source: 'markdown',
  })),
  'content.importFile': {
    form: uploadNamed('words.md'),
    graphql: ({ spaceId, changeRequestId, importUrl }) => [
      write('importContent', { spaceId, changeRequestId, url: importUrl, source: 'MARKDOWN' }),
    ],
  },
  'changeRequests.listContributors': { graphql: inChangeRequest(`contributors ${LIST}`) },

  'content.uploadFiles': {
    form: upload,
    graphql: ({ spaceId, changeRequestId }) => [
      write('changeContent', { spaceId, changes: insertFiles }),
      write('changeContent', { spaceId, changeRequestId, changes: insertFiles }),
    ],
  },

  'requestedReviewers.list': { graphql: inChangeRequest(`requestedReviewers ${LIST}`) },
  'requestedReviewers.request': change(
    'requestReviewers',
    ['spaceId', 'changeRequestId'],
    ({ bystanderId }) => ({ users: [bystanderId] }),
  ),
  'requestedReviewers.remove: another': removeRequest,
  'requestedReviewers.remove: yourself': own(['changeRequestId', 'userId'], removeRequest),
  'reviews.list': { graphql: inChangeRequest(`reviews ${LIST}`) },
  'reviews.get': { graphql: ({ reviewId }) => inNode('Review', reviewId) },
  'reviews.submit: without being asked': submitReview,
  'reviews.submit: when you are asked': own(['changeRequestId'], submitReview),

  'links.list': { graphql: inSpace(`links ${LIST}`) },
  'links.listOfChangeRequest': { graphql: inChangeRequest(`links ${LIST}`) },
  'links.listOfPage': inContent(({ pageId }) => inPage(pageId, `links ${LIST}`)),
  'links.listToPage': inContent(({ pageId }) => inPage(pageId, `backlinks ${LIST}`)),
  'links.listToFile': inContent(({ fileId }) => `file(id: "${fileId}") { backlinks ${LIST} }`),

  'content.getLocation': {
    query: (names) => ({ url: inApp(names) }),
    graphql: (names) => ({
      query: 'query($url: URL!) { contentByUrl(url: $url) { space { id } } }',
      variables: { url: inApp(names) },
    }),
  },
  'content.getRevision': inContent('id'),
  'content.listPages': inContent(`pages { nodes { id } } allPages ${LIST}`),
  'content.getPage': inContent(({ pageId }) => `page(id: "${pageId}") { id }`),
  'content.getPageByPath': inContent('pageByPath(path: "page") { id }'),
  'content.listFiles': inContent(`files ${LIST}`),
  'content.getFile': inContent(({ fileId }) => `file(id: "${fileId}") { id }`),
  'content.getReusableContent': inContent(
    ({ reusableContentId }) => `reusableContent(id: "${reusableContentId}") { title }`,
  ),
  'content.applyTemplate': {
    body: () => ({ id: 'api' }),
    graphql: ({ spaceId }) => ({
      query:
        'mutation($input: ApplySpaceTemplateInput!) { applySpaceTemplate(input: $input) { __typename } }',
      variables: { input: { spaceId, id: 'API' } },
    }),
  },
  'content.change': {
    body: () => ({ changes: [{ operation: 'insert_page', title: 'New' }] }),
    graphql: ({ spaceId, changeRequestId }) =>
      [{ spaceId }, { spaceId, changeRequestId }].map((at) =>
        write('changeContent', { ...at, changes: [{ insertPage: { title: 'New' } }] }),
      ),
  },
  'content.getPdf': {
    graphql: (names) => [
      inSpace('content { pdf }')(names),
      inSpace('content { pdfStatus { state } }')(names),
      inNode('ChangeRequest', names.changeRequestId, 'content { pdf }'),
      inNode('Revision', names.revisionId, 'pdf'),
    ],
  },

  'comments.list': {
    graphql: (names) => [
      inSpace(`comments ${LIST}`)(names),
      inNode('ChangeRequest', names.changeRequestId, `comments ${LIST}`),
    ],
  },
  'comments.listCommenters': {
    graphql: (names) => [
      inSpace(`commenters ${LIST}`)(names),
      inNode('ChangeRequest', names.changeRequestId, `commenters ${LIST}`),
    ],
  },
  'comments.post': {
    body: () => text,
    graphql: ({ spaceId, changeRequestId }) => [
      write('postComment', { spaceId, ...text }),
      write('postComment', { spaceId, changeRequestId, ...text }),
    ],
  },
  'comments.get': {
    graphql: ({ commentId, proposed }) => [
      inNode('Comment', commentId),
      inNode('Comment', proposed.commentId),
    ],
  },
  "comments.update: another's words": updateComment,
  'comments.update: your own words': own(['commentId'], updateComment),
  "comments.update: resolve another's": resolve,
  'comments.update: resolve your own': own(['commentId'], resolve),
  'comments.update: react': onPosted('updateComment', 'commentId', reaction),
  "comments.delete: another's": deleteComment,
  'comments.delete: your own': own(['commentId'], deleteComment),

  'replies.list': {
    graphql: ({ commentId, proposed }) => [
      inNode('Comment', commentId, `replies ${LIST}`),
      inNode('Comment', proposed.commentId, `replies ${LIST}`),
    ],
  },
  'replies.post': onPosted('postCommentReply', 'commentId', text),
  'replies.get': {
    graphql: ({ replyId, proposed }) => [
      inNode('CommentReply', replyId),
      inNode('CommentReply', proposed.replyId),
    ],
  },
  "replies.update: another's words": updateReply,
  'replies.update: your own words': own(['commentId', 'replyId'], updateReply),
  'replies.update: react': onPosted('updateCommentReply', 'replyId', reaction),
  "replies.delete: another's": deleteReply,
  'replies.delete: your own': own(['commentId', 'replyId'], deleteReply),

  'events.list': { graphql: inOrganization(`events ${LIST}`) },
  'events.listInSpace': { graphql: inSpace(`events ${LIST}`) },

  'search.organization': {
    query: { query: 'words' },
    graphql: inOrganization(`search(query: "words") ${LIST}`),
  },
  'search.space': { query: { query: 'words' }, graphql: inSpace(`search(query: "words") ${LIST}`) },

  'webhooks.list': { graphql: inOrganization(`webhooks ${LIST}`) },
  'webhooks.create': change('createWebhook', ['organizationId'], () => ({ url: 'https://192.0.32.10/new' })),
  'webhooks.get': { graphql: ({ webhookId: id }) => read({ id }, 'webhook(id: $id) { id }') },
  'webhooks.update': change('updateWebhook', ['webhookId'], () => ({ events: [] })),
  'webhooks.delete': change('deleteWebhook', ['webhookId']),
  'webhooks.ping': change('pingWebhook', ['webhookId']),
  'webhooks.listDeliveries': {
    graphql: ({ webhookId }) => inNode('Webhook', webhookId, `deliveries ${LIST}`),
  },
  'webhooks.redeliver': change('redeliverWebhookDelivery', ['deliveryId']),
}
