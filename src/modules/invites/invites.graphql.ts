import type { ObjectRef } from '@pothos/core'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { deletedPayload, mutation, nestedField } from '../../graphql/field.ts'
import { CollectionType, collectionById } from '../collections/index.ts'
import { OrganizationType, RoleEnum, requiredOrganization } from '../organizations/index.ts'
import { SpaceType, spaceById } from '../spaces/index.ts'
import { LocationUrls, UserType } from '../users/index.ts'
import { type AddressedInvite, inviteUsers } from './addresses.service.ts'
import type { InviteRow } from './invites.loaders.ts'
import {
  createLinkInvite,
  deleteLinkInvite,
  getLinkInvite,
  listLinkInvites,
  updateLinkInvite,
} from './invites.service.ts'
import { inviteUrl } from './invites.urls.ts'
import { joinOrganization } from './joining.service.ts'

const InviteNode = builder.prismaNode('Invite', {
  description: 'A link that lets everybody who has its key join, or an invite to one e-mail address.',
  id: { field: 'id', description: 'The id, the same in both APIs. It is no secret: joining takes the key.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'The role in the organization that joining gives; null for a guest of one place.',
      resolve: ({ role }) => role,
    }),
    level: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'What joining gives on its space or collection.',
      resolve: ({ level }) => level,
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that it lets in to.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    space: t.field({
      type: SpaceType,
      nullable: true,
      description: 'The space that it is for.',
      resolve: ({ spaceId }, _args, { caller }) =>
        spaceId === null ? null : caller.load(spaceById, spaceId),
    }),
    collection: t.field({
      type: CollectionType,
      nullable: true,
      description: 'The collection that it is for.',
      resolve: ({ collectionId }, _args, { caller }) =>
        collectionId === null ? null : caller.load(collectionById, collectionId),
    }),
    redundant: t.boolean({
      description: 'Whether the default of the organization gives as much without it.',
      resolve: (invite) => (invite as unknown as InviteRow).redundant,
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The address that it was sent to; null for a link.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    urls: t.field({
      type: LocationUrls,
      description: 'Where the link is found.',
      resolve: ({ id, organizationId }, _args, { urls }) => ({
        location: inviteUrl(urls, organizationId, id),
      }),
    }),
  }),
})
// Rows of this type always come from the module's loaders, which compute whether the link is redundant.
const InviteType = InviteNode as unknown as ObjectRef<Types, InviteRow>

connection(OrganizationType, 'linkInvites', listLinkInvites, {
  type: connectionType('Invite', InviteType),
  nullable: true,
  description: 'The links that invite here, the newest first. For admins.',
})

nestedField(OrganizationType, 'linkInvite', getLinkInvite, {
  type: InviteType,
  isLookup: true,
  description: 'One of the links that invite here, by id; null when there is none. For admins.',
  rename: { inviteId: 'id' },
  given: ({ id }) => ({ organizationId: id }),
  givenNames: ['organizationId'],
})

const invite = { type: InviteType, description: 'The link as it is now.', from: (row: InviteRow) => row }

const AddressedInviteType = builder.objectRef<AddressedInvite>('AddressedInvite').implement({
  description: 'An invite to an e-mail address, with the key that accepts it.',
  fields: (t) => ({
    inviteId: t.exposeID('inviteId', { description: 'The id of the invite.' }),
    email: t.exposeString('email', { description: 'The address that it is for.' }),
    key: t.exposeString('key', { description: 'The secret key. It is returned only here.' }),
  }),
})

mutation('inviteUsers', inviteUsers, {
  description: 'Invites people by their e-mail addresses. They become members when they accept.',
  payload: {
    users: {
      type: [UserType],
      description: 'Those who are members already. An operator is given all accounts of these addresses.',
      from: ({ users }) => users,
    },
    invited: {
      type: 'Int',
      description: 'How many invites were made: one for each address that is not of a member.',
      from: ({ invited }) => invited,
    },
    invites: {
      type: [AddressedInviteType],
      description: 'The invites with their keys, to be sent to the addresses.',
      from: ({ invites }) => invites,
    },
    failedSSOEmails: {
      type: ['String'],
      description: 'Addresses of members who were there before and do not sign in by SSO as you asked.',
      from: ({ failedSSOEmails }) => failedSSOEmails,
    },
  },
})
mutation('createLinkInvite', createLinkInvite, {
  description: 'Makes a link that invites to an organization, a space or a collection.',
  payload: {
    invite: { ...invite, from: ({ invite }) => invite },
    key: {
      type: 'String',
      description: 'The secret key that joining takes. It is returned only here.',
      from: ({ key }) => key,
    },
  },
})
mutation('updateLinkInvite', updateLinkInvite, {
  description: 'Changes what a link gives.',
  omit: ['organizationId'],
  payload: { invite },
})
mutation('deleteLinkInvite', deleteLinkInvite, {
  description: 'Takes a link back. Taking back one that is gone succeeds as well.',
  omit: ['organizationId'],
  payload: deletedPayload('The id of the link.'),
})
mutation('joinOrganization', joinOrganization, {
  description: 'Joins an organization by an invite. Nobody loses a role by it.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The organization that you are in now.',
      from: (organization) => organization,
    },
  },
})
