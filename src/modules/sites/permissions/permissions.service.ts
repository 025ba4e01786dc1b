import type { Role } from '../../../core/access/roles.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import type { Context, WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation } from '../../../core/operations/operation.ts'
import type { VersionedRow } from '../../../core/operations/versions.ts'
import {
  give,
  type Principals,
  requireAuthority,
  requirePrincipals,
  takeAway,
  teamGrants,
  userGrants,
} from '../../grants/index.ts'
import { lockSite, readAgain } from '../sites.changes.ts'
import { getSiteRow, reachOfSite, type SiteAt, type SiteRow } from '../sites.loaders.ts'
import { mayWriteSite } from '../sites.policy.ts'
import { peopleOfSite } from './permissions.loaders.ts'
import {
  GrantSitePermissions,
  ListSitePeople,
  ListSitePermissions,
  RemoveSiteTeam,
  RemoveSiteUser,
  SitePeopleFilters,
  UpdateSiteTeam,
  UpdateSiteUser,
} from './permissions.model.ts'

function requireManager(site: SiteRow): SiteRow {
  if (mayWriteSite(reachOfSite(site))) return site
  throw forbidden('You need the create role or higher to manage who has access to this site.')
}

const getManaged = async (ctx: Context, { organizationId, siteId }: SiteAt) =>
  requireManager(await getSiteRow(ctx.reads, { organizationId, siteId }))

const list = {
  scope: 'space:permissions:read',
  parent: (ctx: Context, at: SiteAt) => getSiteRow(ctx.reads, at),
  guard: async (_ctx: Context, site: SiteRow) => {
    requireManager(site)
  },
} as const

export const listSiteUsers = listOperation({
  ...list,
  id: 'sitePermissions.listUsers',
  input: ListSitePermissions,
  filters: NoFilters,
  list: () => userGrants,
})

export const listSiteTeams = listOperation({
  ...list,
  id: 'sitePermissions.listTeams',
  input: ListSitePermissions,
  filters: NoFilters,
  list: () => teamGrants,
})

/** Everyone who sees the site, by their role in the organization or by a grant. */
export const listSitePeople = listOperation({
  ...list,
  id: 'sitePermissions.listAggregate',
  input: ListSitePeople,
  filters: SitePeopleFilters,
  list: () => peopleOfSite,
})

const write = { scope: 'space:permissions:write', writes: true, authorize: getManaged } as const

const grantOf = (site: SiteRow, principalId: string): VersionedRow => ({
  table: 'Grant',
  where: { targetId: site.id, principalId },
})

/** The role that the caller has on the site, above which they grant none. */
const reachOn = (site: SiteRow) => ({
  organizationId: site.organizationId,
  role: reachOfSite(site).role,
})

export const grantSitePermissions = operation({
  ...write,
  id: 'sitePermissions.grant',
  input: GrantSitePermissions,
  run: async (ctx, { users, teams, role }, site) => {
    const principals = { users, teams }
    await lockSite(ctx, site.id)
    await requirePrincipals(ctx, site.organizationId, principals)
    await requireAuthority(ctx, site, reachOn(site), principals, role)
    await give(ctx, site, principals, { role })
    return readAgain(ctx, site.id)
  },
})

export const updateSiteUser = operation({
  ...write,
  id: 'sitePermissions.updateUser',
  input: UpdateSiteUser,
  changes: (site, { userId }) => grantOf(site, userId),
  run: (ctx, { userId, role }, site) => update(ctx, site, { users: [userId] }, role),
})

export const updateSiteTeam = operation({
  ...write,
  id: 'sitePermissions.updateTeam',
  input: UpdateSiteTeam,
  changes: (site, { teamId }) => grantOf(site, teamId),
  run: (ctx, { teamId, role }, site) => update(ctx, site, { teams: [teamId] }, role),
})

export const removeSiteUser = operation({
  ...write,
  id: 'sitePermissions.removeUser',
  input: RemoveSiteUser,
  changes: (site, { userId }) => grantOf(site, userId),
  run: (ctx, { userId }, site) => remove(ctx, site, { users: [userId] }),
})

export const removeSiteTeam = operation({
  ...write,
  id: 'sitePermissions.removeTeam',
  input: RemoveSiteTeam,
  changes: (site, { teamId }) => grantOf(site, teamId),
  run: (ctx, { teamId }, site) => remove(ctx, site, { teams: [teamId] }),
})

async function present(ctx: WriteContext, site: SiteRow, principals: Principals): Promise<boolean> {
  const [principalId = ''] = [...(principals.users ?? []), ...(principals.teams ?? [])]
  const where = { targetId_principalId: { targetId: site.id, principalId } }
  return (await ctx.tx.grant.findUnique({ where, select: { id: true } })) !== null
}

async function update(
  ctx: WriteContext,
  site: SiteRow,
  principals: Principals,
  role: Role | undefined,
): Promise<SiteRow> {
  if (!(await present(ctx, site, principals))) throw notFound('This permission')
  if (role === undefined) return site
  await requireAuthority(ctx, site, reachOn(site), principals, role)
  await give(ctx, site, principals, { role })
  return readAgain(ctx, site.id)
}

/** Removing a permission that does not exist succeeds. */
async function remove(
  ctx: WriteContext,
  site: SiteRow,
  principals: Principals,
): Promise<{ existed: boolean; siteId: string }> {
  await requireAuthority(ctx, site, reachOn(site), principals, null)
  const existed = await present(ctx, site, principals)
  await takeAway(ctx, site, principals)
  return { existed, siteId: site.id }
}
