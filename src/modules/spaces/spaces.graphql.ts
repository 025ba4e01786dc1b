import { z } from 'zod'
import type { Space } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { CollectionType, collectionById, DefaultLevelEnum } from '../collections/index.ts'
import { MemberType } from '../members/index.ts'
import {
  INHERITED_RULES,
  MergeRulesRef,
  mergeRulesOf,
  OrganizationType,
  RoleEnum,
  requiredOrganization,
} from '../organizations/index.ts'
import { spaceReach } from './spaces.access.ts'
import type { MemberSpaceRow } from './spaces.loaders.ts'
import { spaceById } from './spaces.loaders.ts'
import { EditMode, visibilities } from './spaces.model.ts'
import { duplicateSpace, moveSpace, transferSpace } from './spaces.moves.ts'
import { spacePermissions } from './spaces.policy.ts'
import { publicationOf, publishedUrlsOf, type SharedSpace } from './spaces.publication.ts'
import {
  createSpace,
  deleteSpace,
  getSpace,
  listCollectionSpaces,
  listMemberSpaces,
  listSpaces,
  restoreSpace,
  updateSpace,
} from './spaces.service.ts'
import { spaceUrl } from './spaces.urls.ts'

const Visibility = z.enum(visibilities)
const VisibilityEnum = graphqlEnum(
  'SpaceVisibility',
  Visibility,
  'Who can read the published content of a space.',
  {
    public: 'Everyone.',
    unlisted: 'Everyone who knows the URL. Excluded from search engines.',
    'share-link': 'Everyone with a share link.',
    'visitor-auth': 'Visitors who sign in.',
    'in-collection': 'Everyone who can read the parent collection.',
    private: 'Only users with a role on the space.',
  },
)
const EditModeEnum = graphqlEnum('SpaceEditMode', EditMode, 'Whether main content can be edited directly.', {
  live: 'Main content can be edited directly.',
  locked: 'Main content changes through change requests only.',
})
const SpacePermissions = permissionsType('SpacePermissions', spacePermissions)

const SpaceUrls = builder.objectRef<SharedSpace>('SpaceUrls').implement({
  description: 'The URLs of the space.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: ({ id }, _args, { urls }) => spaceUrl(urls, id),
    }),
    app: t.field({
      type: 'URL',
      description: 'The URL of the resource in the app.',
      resolve: ({ id }, _args, { urls }) => urls.app(`/s/${id}`),
    }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL on a published site. Null if the space is not published.',
      resolve: async (space, _args, context) =>
        publishedUrlsOf(await publicationOf(space, context), context.urls).published ?? null,
    }),
    public: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL on a published site that everyone can read. Null if there is none.',
      resolve: async (space, _args, context) =>
        publishedUrlsOf(await publicationOf(space, context), context.urls).public ?? null,
    }),
    icon: t.expose('iconURL', {
      type: 'URL',
      nullable: true,
      description: 'The URL of the icon. Null if the emoji is used.',
    }),
  }),
})

const SpaceVisitorAuth = builder.objectRef<{ readonly backend: string }>('SpaceVisitorAuth').implement({
  description: 'How visitors of a space are authenticated.',
  fields: (t) => ({
    backend: t.exposeString('backend', {
      description: '`custom` for a server of your own, `integration` for an integration.',
    }),
  }),
})

export const SpaceType = builder.prismaNode('Space', {
  description: 'A space: pages and files with their change requests and comments.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'The name.' }),
    emoji: t.exposeString('emoji', { description: 'The emoji of the space.' }),
    visibility: t.field({
      type: VisibilityEnum,
      description:
        'Who can read the published content: the widest visibility of the published sites that show it.',
      resolve: async (space, _args, context) =>
        Visibility.parse((await publicationOf(space, context))?.visibility ?? space.visibility),
    }),
    visitorAuth: t.field({
      type: SpaceVisitorAuth,
      nullable: true,
      description: 'What authenticates visitors. Null unless the visibility is `VISITOR_AUTH`.',
      resolve: async (space, _args, context) => (await publicationOf(space, context))?.visitorAuth,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the resource was last updated.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the space was deleted. Deleted spaces are visible only to users who can restore them.',
    }),
    editMode: t.field({
      type: EditModeEnum,
      nullable: true,
      description: 'Whether main content can be edited directly.',
      resolve: (space) => EditMode.nullable().parse(space.editMode),
    }),
    mergeRules: t.field({
      type: MergeRulesRef,
      description: 'What merges into main content require.',
      resolve: (space) => mergeRulesOf(space, INHERITED_RULES),
    }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      nullable: true,
      description: 'The role of members who have no permission of their own. Null gives them no access.',
      resolve: (space) => space.defaultLevel,
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that owns the resource.',
      resolve: (space, _args, { caller }) => caller.load(requiredOrganization, space.organizationId),
    }),
    commentsOpen: t.exposeInt('commentsOpen', {
      description: 'The number of open comments on main content.',
    }),
    changeRequestsOpen: t.exposeInt('changeRequestsOpen', {
      description: 'The number of open change requests.',
    }),
    changeRequestsDraft: t.exposeInt('changeRequestsDraft', {
      description: 'The number of draft change requests.',
    }),
    parent: t.field({
      type: CollectionType,
      nullable: true,
      description: 'The parent collection. Null at the top level, or if it is not visible to you.',
      resolve: ({ parentId }, _args, { caller }) =>
        parentId === null ? null : caller.load(collectionById, parentId),
    }),
    position: t.exposeString('orderKey', {
      description: 'The sort key among siblings: compare it byte by byte, then by ID.',
    }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'The language of the content.',
    }),
    urls: t.field({
      type: SpaceUrls,
      description: 'The URLs of the space.',
      resolve: (space) => space,
    }),
    permissions: t.field({
      type: SpacePermissions,
      description: 'What you are allowed to do with the resource.',
      resolve: async ({ id, deletedAt }, _args, { caller }) =>
        spacePermissions.of({ ...(await caller.load(spaceReach, id)), deletedAt }),
    }),
  }),
})

const SpaceConnection = connectionType('Space', SpaceType)

connection(OrganizationType, 'spaces', listSpaces, {
  type: SpaceConnection,
  description: 'The spaces that are visible to you, oldest first.',
})
connection(CollectionType, 'spaces', listCollectionSpaces, {
  type: SpaceConnection,
  description: 'The spaces directly in this collection, ordered by position.',
})

const MemberSpace = builder.objectRef<MemberSpaceRow>('MemberSpace').implement({
  description: 'A space that a member has access to.',
  fields: (t) => ({
    permission: t.field({
      type: RoleEnum,
      description: 'The role of the member on the space.',
      resolve: ({ permission }) => permission,
    }),
    space: t.field({ type: SpaceType, description: 'The space.', resolve: (row) => row }),
  }),
})
connection(MemberType, 'spaces', listMemberSpaces, {
  type: connectionType('MemberSpace', MemberSpace),
  description: 'The spaces that the member has access to. Visible to admins and to the member.',
})

queryField('space', getSpace, {
  type: SpaceType,
  description: 'A space. Deleted spaces are returned to users who can restore them, with `deletedAt`.',
  rename: { spaceId: 'id' },
})

const space = { type: SpaceType, description: 'The space.', from: (row: Space) => row }

mutation('createSpace', createSpace, {
  description: 'Creates a space in an organization or in a collection.',
  payload: { space },
})
mutation('updateSpace', updateSpace, {
  description: 'Changes the title, emoji, icon, edit mode, language or default level of a space.',
  payload: { space },
})
mutation('deleteSpace', deleteSpace, {
  description: 'Deletes a space. It can be restored for 7 days. Succeeds if it was deleted before.',
  payload: deletedPayload(),
})
mutation('restoreSpace', restoreSpace, { description: 'Restores a deleted space.', payload: { space } })
mutation('duplicateSpace', duplicateSpace, {
  description: 'Copies the current content of a space into a new space next to it.',
  payload: { space: { ...space, description: 'The new space.' } },
})
mutation('moveSpace', moveSpace, {
  description: 'Moves a space within its organization.',
  payload: { space },
})
mutation('transferSpace', transferSpace, {
  description: 'Transfers a space to another organization.',
  payload: { space },
})

eventSubject({
  name: 'space',
  within: 'space',
  what: 'the space',
  type: SpaceType,
  loader: spaceById,
  idOf: ({ spaceId, subject }) => spaceId ?? subject.space,
})
