import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { Timestamp } from '../../core/fields.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { collectionById, RestCollection, toRestCollection } from '../collections/index.ts'
import { RestSpace, spaceById, toRestSpace } from '../spaces/index.ts'
import { inviteUsers } from './addresses.service.ts'
import type { InviteRow } from './invites.loaders.ts'
import { InviteUsersByAddress } from './invites.model.ts'
import {
  createLinkInvite,
  deleteLinkInvite,
  getLinkInvite,
  listLinkInvites,
  updateLinkInvite,
} from './invites.service.ts'
import { inviteUrl } from './invites.urls.ts'
import { joinOrganization } from './joining.service.ts'

const RestInvite = z
  .object({
    object: z.literal('invite'),
    id: z.string(),
    role: Role.optional(),
    level: Role.optional(),
    space: RestSpace.optional(),
    collection: RestCollection.optional(),
    redundant: z.boolean(),
    email: z.string().optional(),
    expiresAt: Timestamp.optional(),
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'Invite' })

/** A new invite: the only response with its key. */
const RestNewInvite = RestInvite.extend({ key: z.string(), link: z.string() }).meta({ id: 'NewInvite' })

async function toRestInvite(invite: InviteRow, view: View): Promise<z.input<typeof RestInvite>> {
  const { caller, urls } = view
  const [space, collection] = await Promise.all([
    invite.spaceId === null ? null : caller.loadOptional(spaceById, invite.spaceId),
    invite.collectionId === null ? null : caller.loadOptional(collectionById, invite.collectionId),
  ])
  const [restSpace, restCollection] = await Promise.all([
    space ? toRestSpace(space, view) : undefined,
    collection ? toRestCollection(collection, view) : undefined,
  ])
  return {
    object: 'invite',
    id: invite.id,
    role: invite.role ?? undefined,
    level: invite.level ?? undefined,
    space: restSpace,
    collection: restCollection,
    redundant: invite.redundant,
    email: invite.email ?? undefined,
    expiresAt: invite.expiresAt?.toISOString(),
    urls: { location: inviteUrl(urls, invite.organizationId, invite.id) },
  }
}

const links = '/orgs/:organizationId/link-invites'
const one = { response: RestInvite, present: toRestInvite }

export const routes = [
  route(
    'POST',
    '/orgs/:organizationId/invites',
    { ...inviteUsers, input: InviteUsersByAddress },
    {
      summary: 'Invite people by their e-mail addresses',
      response: z.object({
        users: z.array(z.string()),
        invited: z.int(),
        invites: z.array(
          z.object({
            id: z.string(),
            email: z.string(),
            key: z.string(),
            link: z.string().optional(),
            expiresAt: Timestamp,
          }),
        ),
        failedSSOEmails: z.array(z.string()).optional(),
      }),
      present: ({ users, invited, invites, failedSSOEmails }) => ({
        users: users.map(({ id }) => id),
        invited,
        invites: invites.map(({ inviteId: id, email, key, link, expiresAt }) => ({
          id,
          email,
          key,
          link: link ?? undefined,
          expiresAt: expiresAt.toISOString(),
        })),
        failedSSOEmails: failedSSOEmails.length > 0 ? failedSSOEmails : undefined,
      }),
    },
  ),
  route('POST', '/orgs/:organizationId/invites/:inviteId', joinOrganization, {
    summary:
      'Join an organization with the key of an invite, or with the id of one sent to your e-mail address',
    response: z.object({}),
    present: () => ({}),
  }),
  listRoute(links, listLinkInvites, {
    summary: 'List the invite links of an organization',
    item: RestInvite,
    present: (invites, view) => Promise.all(invites.map((invite) => toRestInvite(invite, view))),
  }),
  route('POST', links, createLinkInvite, {
    response: RestNewInvite,
    present: async ({ invite, key, link }, view) => ({ ...(await toRestInvite(invite, view)), key, link }),
    summary: 'Create an invite link to an organization, a space or a collection',
    status: 201,
    location: ({ invite: { organizationId, id } }, { urls }) => inviteUrl(urls, organizationId, id),
  }),
  route('GET', `${links}/:inviteId`, getLinkInvite, { ...one, summary: 'Get an invite link' }),
  route('PATCH', `${links}/:inviteId`, updateLinkInvite, { ...one, summary: 'Update an invite link' }),
  deletion(`${links}/:inviteId`, deleteLinkInvite, { summary: 'Delete an invite link' }),
]
