import { z } from 'zod'
import { Role } from '../../core/roles.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { collectionById, RestCollection, toRestCollection } from '../collections/index.ts'
import { RestSpace, spaceById, toRestSpace } from '../spaces/index.ts'
import type { InviteRow } from './invites.loaders.ts'
import { InviteUsersByAddress } from './invites.model.ts'
import {
  createLinkInvite,
  deleteLinkInvite,
  getLinkInvite,
  inviteUsers,
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
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'Invite' })

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
        failedSSOEmails: z.array(z.string()).optional(),
      }),
      present: ({ users, invited, failedSSOEmails }) => ({
        users: users.map(({ id }) => id),
        invited,
        failedSSOEmails: failedSSOEmails.length > 0 ? failedSSOEmails : undefined,
      }),
    },
  ),
  route('POST', '/orgs/:organizationId/invites/:inviteId', joinOrganization, {
    summary: 'Join an organization by a link',
    response: z.object({}),
    present: () => ({}),
  }),
  listRoute(links, listLinkInvites, {
    summary: 'The links that invite to an organization',
    item: RestInvite,
    present: (invites, view) => Promise.all(invites.map((invite) => toRestInvite(invite, view))),
  }),
  route('POST', links, createLinkInvite, {
    ...one,
    summary: 'Make a link that invites to an organization, a space or a collection',
    status: 201,
    location: ({ organizationId, id }, { urls }) => inviteUrl(urls, organizationId, id),
  }),
  route('GET', `${links}/:inviteId`, getLinkInvite, { ...one, summary: 'A link that invites' }),
  route('PATCH', `${links}/:inviteId`, updateLinkInvite, { ...one, summary: 'Change what a link gives' }),
  deletion(`${links}/:inviteId`, deleteLinkInvite, { summary: 'Take a link back' }),
]
