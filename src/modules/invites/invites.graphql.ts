import { builder } from '../../graphql/builder.ts'
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

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Invite: InviteRow
  }
}

const InviteType = builder.prismaNode('Invite', {
  description: 'An invite: a link for everyone who has its key, or an invite to one email address.',
  id: {
    field: 'id',
    description: 'The ID. REST uses the same ID. It is not secret: joining requires the key.',
  },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'The role in the organization that people get when they join. Null for guests.',
      resolve: ({ role }) => role,
    }),
    level: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'The role on the space or collection that people get when they join.',
      resolve: ({ level }) => level,
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that people join.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    space: t.field({
      type: SpaceType,
      nullable: true,
      description: 'The space that the invite is for. Null if it is not for a space.',
      resolve: ({ spaceId }, _args, { caller }) =>
        spaceId === null ? null : caller.load(spaceById, spaceId),
    }),
    collection: t.field({
      type: CollectionType,
      nullable: true,
      description: 'The collection that the invite is for. Null if it is not for a collection.',
      resolve: ({ collectionId }, _args, { caller }) =>
        collectionId === null ? null : caller.load(collectionById, collectionId),
    }),
    redundant: t.boolean({
      description: 'Whether the default role of the organization already grants as much.',
      resolve: (invite) => invite.redundant,
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The invited email address. Null for a link.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working. Null for invites that do not expire.',
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'The URLs of the invite link.',
      resolve: ({ id, organizationId }, _args, { urls }) => ({
        location: inviteUrl(urls, organizationId, id),
      }),
    }),
  }),
})

connection(OrganizationType, 'linkInvites', listLinkInvites, {
  type: connectionType('Invite', InviteType),
  nullable: true,
  description: 'The invite links, newest first. Requires the role admin.',
})

nestedField(OrganizationType, 'linkInvite', getLinkInvite, {
  type: InviteType,
  isLookup: true,
  description: 'An invite link. Null if it does not exist. Requires the role admin.',
  rename: { inviteId: 'id' },
  given: ({ id }) => ({ organizationId: id }),
  givenNames: ['organizationId'],
})

const invite = { type: InviteType, description: 'The invite link.', from: (row: InviteRow) => row }

const AddressedInviteType = builder.objectRef<AddressedInvite>('AddressedInvite').implement({
  description: 'An invite to an email address, with the key to join.',
  fields: (t) => ({
    inviteId: t.exposeID('inviteId', { description: 'The ID of the invite.' }),
    email: t.exposeString('email', { description: 'The email address of the invited person.' }),
    key: t.exposeString('key', { description: 'The secret key. It is returned only once.' }),
    link: t.expose('link', {
      type: 'URL',
      nullable: true,
      description:
        'The link to send to the person, if this server cannot send mail. Null if a link was mailed to them.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it stops working.' }),
  }),
})

mutation('inviteUsers', inviteUsers, {
  description: 'Invites people by email address. They become members when they accept.',
  payload: {
    users: {
      type: [UserType],
      description: 'The users who are members already. Operators get all accounts with these addresses.',
      from: ({ users }) => users,
    },
    invited: {
      type: 'Int',
      description: 'The number of created invites: one for each address that does not belong to a member.',
      from: ({ invited }) => invited,
    },
    invites: {
      type: [AddressedInviteType],
      description:
        'The created invites. If this server can send mail, a link was mailed to each address; otherwise send each link.',
      from: ({ invites }) => invites,
    },
    failedSSOEmails: {
      type: ['String'],
      description:
        'The email addresses of existing members who do not sign in with SSO, although `sso` was requested.',
      from: ({ failedSSOEmails }) => failedSSOEmails,
    },
  },
})
mutation('createLinkInvite', createLinkInvite, {
  description: 'Creates a link that invites people to an organization, a space or a collection.',
  payload: {
    invite: { ...invite, from: ({ invite }) => invite },
    key: {
      type: 'String',
      description: 'The secret key that people join with. It is returned only once.',
      from: ({ key }) => key,
    },
    link: {
      type: 'URL',
      description: 'The link with which people join. It contains the key.',
      from: ({ link }) => link,
    },
  },
})
mutation('updateLinkInvite', updateLinkInvite, {
  description: 'Changes the role or level of an invite link.',
  omit: ['organizationId'],
  payload: { invite },
})
mutation('deleteLinkInvite', deleteLinkInvite, {
  description: 'Deletes an invite link. Succeeds if it was deleted before.',
  omit: ['organizationId'],
  payload: deletedPayload('The ID of the deleted invite link.'),
})
mutation('joinOrganization', joinOrganization, {
  description: 'Joins an organization with an invite. An existing higher role is kept.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The organization that you joined.',
      from: (organization) => organization,
    },
  },
})
