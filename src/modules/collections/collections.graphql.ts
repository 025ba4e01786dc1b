import type { Collection } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { AppUrls, OrganizationType, requiredOrganization } from '../organizations/index.ts'
import { collectionReach } from './collections.access.ts'
import { collectionById } from './collections.loaders.ts'
import { DefaultLevel } from './collections.model.ts'
import { moveCollection, transferCollection } from './collections.moves.ts'
import { collectionPermissions } from './collections.policy.ts'
import {
  createCollection,
  deleteCollection,
  getCollection,
  listChildCollections,
  listCollections,
  updateCollection,
} from './collections.service.ts'
import { collectionUrl } from './collections.urls.ts'

export const DefaultLevelEnum = graphqlEnum(
  'DefaultLevel',
  DefaultLevel,
  'The role of members who have no permission of their own.',
  {
    inherit:
      'The default role of the parent collection, or at the top level the role of the member in the organization.',
    read: 'The role read.',
    comment: 'The role comment.',
    edit: 'The role edit.',
    review: 'The role review.',
    create: 'The role create.',
    admin: 'The role admin.',
  },
)

const CollectionPermissions = permissionsType('CollectionPermissions', collectionPermissions)

export const CollectionType = builder.prismaNode('Collection', {
  description: 'A collection of spaces and other collections.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'The name.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'A description of its purpose.',
    }),
    position: t.exposeString('orderKey', {
      description: 'The sort key among siblings: compare it byte by byte, then by ID.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the resource was last updated.',
    }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      nullable: true,
      description: 'The role of members who have no permission of their own. Null gives them no access.',
      resolve: (collection) => collection.defaultLevel,
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that owns the resource.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    urls: t.field({
      type: AppUrls,
      description: 'The URLs of the collection.',
      resolve: ({ id }, _args, { urls }) => ({
        location: collectionUrl(urls, id),
        app: urls.app(`/c/${id}`),
      }),
    }),
    permissions: t.field({
      type: CollectionPermissions,
      description: 'What you are allowed to do with the resource.',
      resolve: async ({ id }, _args, { caller }) =>
        collectionPermissions.of(await caller.load(collectionReach, id)),
    }),
  }),
})

builder.objectField(CollectionType, 'parent', (t) =>
  t.field({
    type: CollectionType,
    nullable: true,
    description: 'The parent collection. Null at the top level, or if it is not visible to you.',
    resolve: ({ parentId }, _args, { caller }) =>
      parentId === null ? null : caller.load(collectionById, parentId),
  }),
)

const CollectionConnection = connectionType('Collection', CollectionType)

connection(OrganizationType, 'collections', listCollections, {
  type: CollectionConnection,
  description:
    'The collections that are visible to you, oldest first. With `nested: false`, those at the top level, ordered by position.',
})
connection(CollectionType, 'collections', listChildCollections, {
  type: CollectionConnection,
  description: 'The collections directly in this collection, ordered by position.',
})

queryField('collection', getCollection, {
  type: CollectionType,
  description: 'A collection.',
  rename: { collectionId: 'id' },
})

const collection = {
  type: CollectionType,
  description: 'The collection.',
  from: (row: Collection) => row,
}

mutation('createCollection', createCollection, {
  description: 'Creates a collection in an organization or in another collection.',
  payload: { collection },
})
mutation('updateCollection', updateCollection, {
  description: 'Changes the title, description or default level of a collection.',
  payload: { collection },
})
mutation('deleteCollection', deleteCollection, {
  description: 'Deletes an empty collection. Succeeds if it was deleted before.',
  payload: deletedPayload(),
})
mutation('moveCollection', moveCollection, {
  description: 'Moves a collection within its organization.',
  payload: { collection },
})
mutation('transferCollection', transferCollection, {
  description: 'Transfers a collection with its content to another organization.',
  payload: { collection },
})

eventSubject({
  name: 'collection',
  within: 'organization',
  what: 'the collection',
  type: CollectionType,
  loader: collectionById,
})
