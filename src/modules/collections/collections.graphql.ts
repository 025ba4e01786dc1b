import type { ObjectRef } from '@pothos/core'
import type { Collection } from '../../generated/prisma/client.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { eventSubject } from '../../graphql/event-subjects.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { AppUrls, OrganizationType, requiredOrganization } from '../organizations/index.ts'
import { collectionReach } from './collections.access.ts'
import { collectionById } from './collections.loaders.ts'
import { DefaultLevel, PointerType } from './collections.model.ts'
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
  'What members without a grant of their own get.',
  {
    inherit: 'What the collection above says; at the top, their own role.',
    read: 'The role read.',
    comment: 'The role comment.',
    edit: 'The role edit.',
    review: 'The role review.',
    create: 'The role create.',
    admin: 'The role admin.',
  },
)
graphqlEnum('PositionPointerType', PointerType, 'What a neighbour is.', {
  space: 'A space.',
  collection: 'A collection.',
})

const CollectionPermissions = permissionsType('CollectionPermissions', collectionPermissions)

const CollectionNode = builder.prismaNode('Collection', {
  description: 'A folder of spaces and of other collections.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'Its name.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    position: t.exposeString('orderKey', {
      description: 'Its place among its siblings: compare it byte by byte, then by id.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      nullable: true,
      description: 'What members without a grant of their own get; null gives them nothing.',
      resolve: (collection) => collection.defaultLevel,
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that owns it.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    urls: t.field({
      type: AppUrls,
      description: 'Where the collection is found.',
      resolve: ({ id }, _args, { urls }) => ({
        location: collectionUrl(urls, id),
        app: urls.app(`/c/${id}`),
      }),
    }),
    permissions: t.field({
      type: CollectionPermissions,
      description: 'What you may do here.',
      resolve: async ({ id }, _args, { caller }) =>
        collectionPermissions.of(await caller.load(collectionReach, id)),
    }),
  }),
})
export const CollectionType = CollectionNode as unknown as ObjectRef<Types, Collection>

builder.objectField(CollectionType, 'parent', (t) =>
  t.field({
    type: CollectionType,
    nullable: true,
    description: 'The collection that it is in; null at the top, or when you may not see it.',
    resolve: ({ parentId }, _args, { caller }) =>
      parentId === null ? null : caller.load(collectionById, parentId),
  }),
)

const CollectionConnection = connectionType('Collection', CollectionType)

connection(OrganizationType, 'collections', listCollections, {
  type: CollectionConnection,
  description: 'The collections that you may see, oldest first; only those at the top are by position.',
})
connection(CollectionType, 'collections', listChildCollections, {
  type: CollectionConnection,
  description: 'The collections right inside of it, by position.',
})

queryField('collection', getCollection, {
  type: CollectionType,
  description: 'A collection by id.',
  rename: { collectionId: 'id' },
})

const collection = {
  type: CollectionType,
  description: 'The collection as it is now.',
  from: (row: Collection) => row,
}

mutation('createCollection', createCollection, {
  description: 'Creates a collection in an organization, or in another collection.',
  payload: { collection },
})
mutation('updateCollection', updateCollection, {
  description: 'Changes the title, the description or the default level of a collection.',
  payload: { collection },
})
mutation('deleteCollection', deleteCollection, {
  description: 'Deletes an empty collection. Deleting one that is gone succeeds as well.',
  payload: deletedPayload(),
})
mutation('moveCollection', moveCollection, {
  description: 'Moves a collection to another place in its organization.',
  payload: { collection },
})
mutation('transferCollection', transferCollection, {
  description: 'Moves a collection with all that is in it to another organization.',
  payload: { collection },
})

eventSubject({
  name: 'collection',
  within: 'organization',
  what: 'the collection',
  type: CollectionType,
  loader: collectionById,
})
