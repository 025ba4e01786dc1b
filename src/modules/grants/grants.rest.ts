import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { listRoute, type Route, silentRoute, type View } from '../../rest/route.ts'
import { RestTeam, teamById, toRestTeam } from '../teams/index.ts'
import { RestUser, toRestUser } from '../users/index.ts'
import type { UserPermission } from './grants.loaders.ts'
import {
  grantPermissions,
  listPermissionsAggregate,
  listTeamPermissions,
  listUserPermissions,
  removeTeamPermission,
  removeUserPermission,
  updateTeamPermission,
  updateUserPermission,
} from './grants.service.ts'
import { type PermissionSource, SourceType } from './grants.sources.ts'
import { isSpace, loadTarget } from './grants.targets.ts'
import { listMemberPlaces, type MemberPlace } from './member-places.ts'
import { listMentionableUsers } from './mentionable-users.ts'

const RestSource = z
  .object({
    type: SourceType.meta({
      description:
        'From where the role is: the role in the organization, a default level, or a permission of the user or of a team.',
    }),
    role: Role,
    team: z
      .object({ object: z.literal('team'), id: z.string(), title: z.string() })
      .optional()
      .meta({ description: 'The team that it was granted to, if you can see it.' }),
    target: z
      .object({ object: z.enum(['space', 'collection']), id: z.string(), title: z.string() })
      .optional()
      .meta({ description: 'The space or collection on which it is set, if you can see it.' }),
  })
  .meta({ id: 'PermissionSource' })
const RestUserPermission = z
  .object({
    permission: Role,
    user: RestUser,
    sources: z.array(RestSource).meta({
      description:
        'What gives the user a role, the highest role first: the first is why they have the role that they have.',
    }),
  })
  .meta({ id: 'UserPermission' })
const RestTeamPermission = z.object({ permission: Role, team: RestTeam }).meta({ id: 'TeamPermission' })

async function toRestSource(
  { type, role, teamId, targetId }: PermissionSource,
  { caller }: View,
): Promise<z.input<typeof RestSource>> {
  const [team, target] = await Promise.all([
    teamId === null ? null : caller.loadOptional(teamById, teamId),
    targetId === null ? null : loadTarget(caller, targetId),
  ])
  return {
    type,
    role,
    ...(team && { team: { object: 'team', id: team.id, title: team.title } }),
    ...(target && {
      target: { object: isSpace(target) ? 'space' : 'collection', id: target.id, title: target.title },
    }),
  }
}

const toRestUserPermissions = (rows: UserPermission[], view: View) =>
  Promise.all(
    rows.map(async ({ permission, user, sources }) => ({
      permission,
      user: await toRestUser(user, view),
      sources: await Promise.all(sources.map((source) => toRestSource(source, view))),
    })),
  )

/**
 * The same routes below spaces and collections; the id of the other kind is fixed, so that a body cannot
 * set it.
 */
function routesBelow(prefix: string, what: string, fixed: Record<string, undefined>): Route[] {
  const permissions = `${prefix}/permissions`
  return [
    silentRoute('POST', permissions, grantPermissions, {
      summary: `Grant users and teams a role on a ${what}, or remove it`,
      fixed,
    }),
    listRoute(`${permissions}/users`, listUserPermissions, {
      summary: `List the users that a ${what} is shared with`,
      fixed,
      item: RestUserPermission,
      present: toRestUserPermissions,
    }),
    listRoute(`${permissions}/teams`, listTeamPermissions, {
      summary: `List the teams that a ${what} is shared with`,
      fixed,
      item: RestTeamPermission,
      present: (rows, view) =>
        Promise.all(
          rows.map(async ({ permission, team }) => ({ permission, team: await toRestTeam(team, view) })),
        ),
    }),
    listRoute(`${permissions}/aggregate`, listPermissionsAggregate, {
      summary: `List everyone with a role on a ${what}`,
      fixed,
      item: RestUserPermission,
      present: toRestUserPermissions,
    }),
    silentRoute('PATCH', `${permissions}/users/:userId`, updateUserPermission, {
      summary: `Update the role of a user on a ${what}`,
      fixed,
    }),
    silentRoute('DELETE', `${permissions}/users/:userId`, removeUserPermission, {
      summary: `Stop sharing a ${what} with a user`,
      fixed,
    }),
    silentRoute('PATCH', `${permissions}/teams/:teamId`, updateTeamPermission, {
      summary: `Update the role of a team on a ${what}`,
      fixed,
    }),
    silentRoute('DELETE', `${permissions}/teams/:teamId`, removeTeamPermission, {
      summary: `Stop sharing a ${what} with a team`,
      fixed,
    }),
  ]
}

const RestMemberPlace = z
  .object({
    object: z.enum(['space', 'collection']),
    id: z.string(),
    title: z.string(),
    permission: Role,
    sources: z.array(RestSource).meta({
      description: 'What gives the member this role, the highest role first.',
    }),
  })
  .meta({ id: 'MemberPlace' })

const toRestMemberPlaces = (rows: MemberPlace[], view: View) =>
  Promise.all(
    rows.map(async ({ targetId: id, title, permission, sources }) => ({
      object: isSpace({ id }) ? ('space' as const) : ('collection' as const),
      id,
      title,
      permission,
      sources: await Promise.all(sources.map((source) => toRestSource(source, view))),
    })),
  )

export const routes = [
  listRoute('/orgs/:organizationId/members/:userId/places', listMemberPlaces, {
    summary: 'List the spaces and collections that a member has access to, and why',
    item: RestMemberPlace,
    present: toRestMemberPlaces,
  }),
  listRoute('/spaces/:spaceId/mentionable-users', listMentionableUsers, {
    summary: 'List the users whom comments in a space can mention, by name',
    item: RestUser,
    present: (rows, view) => Promise.all(rows.map((row) => toRestUser(row, view))),
  }),
  ...routesBelow('/spaces/:spaceId', 'space', { collectionId: undefined }),
  ...routesBelow('/collections/:collectionId', 'collection', { spaceId: undefined }),
]
