import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, route, silentRoute, type View } from '../../rest/route.ts'
import { RestUser, toRestUser } from '../users/index.ts'
import { countsOfMember, type MemberRow } from './members.loaders.ts'
import {
  getMember,
  listMembers,
  pingOrganization,
  removeMember,
  setMemberSso,
  updateMember,
} from './members.service.ts'

export const RestMember = z
  .object({
    object: z.literal('member'),
    id: z.string(),
    role: Role.nullable(),
    user: RestUser,
    disabled: z.boolean(),
    joinedAt: Timestamp,
    lastSeenAt: Timestamp.optional(),
    sso: z.boolean(),
    spaces: z.int(),
    teams: z.int(),
    sites: z.int().meta({ description: 'The number of sites that the member can see.' }),
  })
  .meta({ id: 'Member' })

/** The REST API identifies a member by the id of the user. */
export async function toRestMember(member: MemberRow, view: View): Promise<z.input<typeof RestMember>> {
  const counts = await view.caller.load(countsOfMember, member.id)
  return {
    object: 'member',
    id: member.userId,
    role: member.role,
    user: toRestUser(member.user, view),
    disabled: member.disabled,
    joinedAt: member.joinedAt.toISOString(),
    lastSeenAt: member.lastSeenAt?.toISOString(),
    sso: member.sso,
    spaces: counts?.spaces ?? 0,
    teams: counts?.teams ?? 0,
    sites: counts?.sites ?? 0,
  }
}

const path = '/orgs/:organizationId/members'
const member = { response: RestMember, present: toRestMember }

export const routes = [
  listRoute(path, listMembers, {
    summary: 'List the members of an organization',
    item: RestMember,
    present: (members, view) => Promise.all(members.map((each) => toRestMember(each, view))),
  }),
  route('GET', `${path}/:userId`, getMember, { summary: 'Get a member', ...member }),
  route('PATCH', `${path}/:userId`, updateMember, { summary: "Update a member's role", ...member }),
  silentRoute('DELETE', `${path}/:userId`, removeMember, {
    summary: 'Remove a member, or leave the organization',
  }),
  route('POST', `${path}/:userId/sso`, setMemberSso, {
    summary: 'Require a member to sign in through single sign-on',
    ...member,
  }),
  route('POST', '/orgs/:organizationId/ping', pingOrganization, {
    summary: 'Record that you are active',
    // The public API returns a token for visitor claims here; this server has none.
    response: z.object({ serviceVisitorClaims: z.string().optional() }),
    present: () => ({}),
  }),
]
