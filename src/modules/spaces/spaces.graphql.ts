import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import type { Space } from '../../generated/prisma/client.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { eventSubject } from '../../graphql/event-subjects.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { CollectionType, collectionById, DefaultLevelEnum } from '../collections/index.ts'
import { MemberType } from '../members/index.ts'
import { OrganizationType, RoleEnum, requiredOrganization } from '../organizations/index.ts'
import { spaceReach } from './spaces.access.ts'
import type { MemberSpaceRow } from './spaces.loaders.ts'
import { spaceById } from './spaces.loaders.ts'
import { EditMode, visibilities } from './spaces.model.ts'
import { duplicateSpace, moveSpace, transferSpace } from './spaces.moves.ts'
import { spacePermissions } from './spaces.policy.ts'
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
const VisibilityEnum = graphqlEnum('SpaceVisibility', Visibility, 'Who can read what a space publishes.', {
  public: 'Everybody.',
  unlisted: 'Everybody who knows the address; search engines leave it out.',
  'share-link': 'Everybody who has a share link.',
  'visitor-auth': 'Visitors who sign in.',
  'in-collection': 'Anyone who can read the collection that it is in.',
  private: 'Only people with a role on the space.',
})
const EditModeEnum = graphqlEnum('SpaceEditMode', EditMode, 'Whether main content may be edited directly.', {
  live: 'Main content can be edited directly.',
  locked: 'Main content changes through change requests only.',
})
const SpacePermissions = permissionsType('SpacePermissions', spacePermissions)

const SpaceUrls = builder.objectRef<Space>('SpaceUrls').implement({
  description: 'Where the space is found.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'Its address at the REST API.',
      resolve: ({ id }, _args, { urls }) => spaceUrl(urls, id),
    }),
    app: t.field({
      type: 'URL',
      description: 'Where a person opens it.',
      resolve: ({ id }, _args, { urls }) => urls.app(`/s/${id}`),
    }),
    icon: t.expose('iconURL', {
      type: 'URL',
      nullable: true,
      description: 'The image that stands for it instead of the emoji.',
    }),
  }),
})

const SpaceNode = builder.prismaNode('Space', {
  description: 'A container of pages, with the change requests and comments about them.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'Its name.' }),
    emoji: t.exposeString('emoji', { description: 'The emoji that stands for it.' }),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'Who can read what it publishes.',
      resolve: (space) => Visibility.parse(space.visibility),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted; only those who may restore it still see it.',
    }),
    editMode: t.field({
      type: EditModeEnum,
      nullable: true,
      description: 'Whether main content may be edited directly.',
      resolve: (space) => EditMode.nullable().parse(space.editMode),
    }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      nullable: true,
      description: 'What members without a grant of their own get; null gives them nothing.',
      resolve: (space) => space.defaultLevel,
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that owns it.',
      resolve: (space, _args, { caller }) => caller.load(requiredOrganization, space.organizationId),
    }),
    openComments: t.exposeInt('commentsOpen', { description: 'Open comments on main content.' }),
    changeRequestsOpen: t.exposeInt('changeRequestsOpen', { description: 'Open change requests.' }),
    changeRequestsDraft: t.exposeInt('changeRequestsDraft', { description: 'Change requests in draft.' }),
    parent: t.field({
      type: CollectionType,
      nullable: true,
      description: 'The collection that it is in; null at the top, or when you may not see it.',
      resolve: ({ parentId }, _args, { caller }) =>
        parentId === null ? null : caller.load(collectionById, parentId),
    }),
    position: t.exposeString('orderKey', {
      description: 'Its place among its siblings: compare it byte by byte, then by id.',
    }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'The language that it is written in.',
    }),
    urls: t.field({
      type: SpaceUrls,
      description: 'Where the space is found.',
      resolve: (space) => space,
    }),
    permissions: t.field({
      type: SpacePermissions,
      description: 'What you may do here.',
      resolve: async ({ id, deletedAt }, _args, { caller }) =>
        spacePermissions.of({ ...(await caller.load(spaceReach, id)), deletedAt }),
    }),
  }),
})
export const SpaceType = SpaceNode as unknown as ObjectRef<Types, Space>

const SpaceConnection = connectionType('Space', SpaceType)

connection(OrganizationType, 'spaces', listSpaces, {
  type: SpaceConnection,
  description: 'The spaces that you may see, oldest first.',
})
connection(CollectionType, 'spaces', listCollectionSpaces, {
  type: SpaceConnection,
  description: 'The spaces right inside of it, by position.',
})

const MemberSpace = builder.objectRef<MemberSpaceRow>('MemberSpace').implement({
  description: 'A space that a member can open.',
  fields: (t) => ({
    permission: t.field({
      type: RoleEnum,
      description: 'The role that they have on it.',
      resolve: ({ permission }) => permission,
    }),
    space: t.field({ type: SpaceType, description: 'The space.', resolve: (row) => row }),
  }),
})
connection(MemberType, 'spaces', listMemberSpaces, {
  type: connectionType('MemberSpace', MemberSpace as unknown as ObjectRef<Types, MemberSpaceRow>),
  description: 'The spaces that they can open, newest first; shown to admins and to themselves.',
})

queryField('space', getSpace, { type: SpaceType, description: 'A space by id.', rename: { spaceId: 'id' } })

const space = { type: SpaceType, description: 'The space as it is now.', from: (row: Space) => row }

mutation('createSpace', createSpace, {
  description: 'Creates a space in an organization, or in a collection.',
  payload: { space },
})
mutation('updateSpace', updateSpace, {
  description: 'Changes the title, the look, the edit mode or the default level of a space.',
  payload: { space },
})
mutation('deleteSpace', deleteSpace, {
  description: 'Deletes a space; it can be restored for 7 days. Deleting one that is gone succeeds as well.',
  payload: deletedPayload(),
})
mutation('restoreSpace', restoreSpace, { description: 'Restores a deleted space.', payload: { space } })
mutation('duplicateSpace', duplicateSpace, {
  description: 'Copies the current content of a space into a new one beside it.',
  payload: { space: { ...space, description: 'The copy.' } },
})
mutation('moveSpace', moveSpace, {
  description: 'Moves a space to another place in its organization.',
  payload: { space },
})
mutation('transferSpace', transferSpace, {
  description: 'Moves a space to another organization.',
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
