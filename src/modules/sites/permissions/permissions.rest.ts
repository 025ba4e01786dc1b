import { z } from 'zod'
import { Role } from '../../../core/access/roles.ts'
import { deletion, listRoute, silentRoute, type View } from '../../../rest/route.ts'
import { RestTeam, toRestTeam } from '../../teams/index.ts'
import { RestUser, toRestUser } from '../../users/index.ts'
import { sitePath } from '../sites.paths.ts'
import type { SitePerson } from './permissions.loaders.ts'
import {
  grantSitePermissions,
  listSitePeople,
  listSiteTeams,
  listSiteUsers,
  removeSiteTeam,
  removeSiteUser,
  updateSiteTeam,
  updateSiteUser,
} from './permissions.service.ts'

const RestSiteUser = z.object({ permission: Role, user: RestUser }).meta({ id: 'SiteUserPermission' })
const RestSiteTeam = z.object({ permission: Role, team: RestTeam }).meta({ id: 'SiteTeamPermission' })
const RestSitePerson = z
  .object({
    permission: Role,
    user: RestUser,
    origin: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('organization'), organization: z.string() }),
        z.object({ type: z.literal('site'), site: z.string(), reason: z.literal('member') }),
      ])
      .meta({ description: 'What gives them the role: that in the organization, or a permission here.' }),
    disabled: z.literal(false).meta({ description: 'Disabled members see no sites.' }),
  })
  .meta({ id: 'SitePerson' })

async function toRestSitePerson(
  { permission, user, isGranted, organizationId }: SitePerson,
  siteId: string,
  view: View,
): Promise<z.input<typeof RestSitePerson>> {
  return {
    permission,
    user: await toRestUser(user, view),
    origin: isGranted
      ? { type: 'site', site: siteId, reason: 'member' }
      : { type: 'organization', organization: organizationId },
    disabled: false,
  }
}

const path = `${sitePath}/permissions`

export const sitePermissionRoutes = [
  silentRoute('POST', path, grantSitePermissions, { summary: 'Grant users and teams a role on a site' }),
  listRoute(`${path}/users`, listSiteUsers, {
    summary: 'List the users with a role on a site of their own',
    item: RestSiteUser,
    present: (rows, view) =>
      Promise.all(
        rows.map(async ({ permission, user }) => ({ permission, user: await toRestUser(user, view) })),
      ),
  }),
  listRoute(`${path}/teams`, listSiteTeams, {
    summary: 'List the teams with a role on a site',
    item: RestSiteTeam,
    present: (rows, view) =>
      Promise.all(
        rows.map(async ({ permission, team }) => ({ permission, team: await toRestTeam(team, view) })),
      ),
  }),
  listRoute(`${path}/aggregate`, listSitePeople, {
    summary: 'List everyone who sees a site',
    item: RestSitePerson,
    present: (rows, view, site) => Promise.all(rows.map((row) => toRestSitePerson(row, site.id, view))),
  }),
  silentRoute('PATCH', `${path}/users/:userId`, updateSiteUser, {
    summary: 'Update the role of a user on a site',
  }),
  deletion(`${path}/users/:userId`, removeSiteUser, { summary: 'Take the role on a site from a user' }),
  silentRoute('PATCH', `${path}/teams/:teamId`, updateSiteTeam, {
    summary: 'Update the role of a team on a site',
  }),
  deletion(`${path}/teams/:teamId`, removeSiteTeam, { summary: 'Take the role on a site from a team' }),
]
