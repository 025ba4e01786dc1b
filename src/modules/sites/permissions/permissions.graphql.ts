import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { mutation } from '../../../graphql/field.ts'
import { includedByRest } from '../../../graphql/type-scopes.ts'
import type { TeamPermission, UserPermission } from '../../grants/index.ts'
import { RoleEnum } from '../../organizations/index.ts'
import { TeamType } from '../../teams/index.ts'
import { UserType } from '../../users/index.ts'
import { SiteType } from '../sites.graphql.ts'
import type { SiteRow } from '../sites.loaders.ts'
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

const SiteUserType = builder.objectRef<UserPermission>('SiteUserPermission').implement({
  description: 'A role of a user on a site.',
  fields: (t) => ({
    version: t.int({
      nullable: true,
      description: versionDescription,
      resolve: ({ version }) => version,
    }),
    permission: t.expose('permission', { type: RoleEnum, description: 'The role.' }),
    user: t.field({ type: UserType, description: 'The user.', resolve: ({ user }) => user }),
  }),
})
const SiteTeamType = builder.objectRef<TeamPermission>('SiteTeamPermission').implement({
  description: 'A role of a team on a site.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    permission: t.expose('permission', { type: RoleEnum, description: 'The role.' }),
    team: t.field({
      type: TeamType,
      description: 'The team.',
      extensions: includedByRest,
      resolve: ({ team }) => team,
    }),
  }),
})
const SitePersonType = builder.objectRef<SitePerson>('SitePerson').implement({
  description: 'A user who sees a site.',
  fields: (t) => ({
    permission: t.expose('permission', { type: RoleEnum, description: 'Their role on the site.' }),
    user: t.field({ type: UserType, description: 'The user.', resolve: ({ user }) => user }),
    isGranted: t.exposeBoolean('isGranted', {
      description:
        'Whether a permission on the site gives them the role. Otherwise, it is their role in the organization.',
    }),
  }),
})

connection(SiteType, 'userPermissions', listSiteUsers, {
  type: connectionType('SiteUserPermission', SiteUserType),
  nullable: true,
  description: 'The roles on the site that were granted to users. Requires the permission `edit`.',
})
connection(SiteType, 'teamPermissions', listSiteTeams, {
  type: connectionType('SiteTeamPermission', SiteTeamType),
  nullable: true,
  description: 'The roles on the site that were granted to teams. Requires the permission `edit`.',
})
connection(SiteType, 'permissionsAggregate', listSitePeople, {
  type: connectionType('SitePerson', SitePersonType),
  nullable: true,
  description: 'Everyone who sees the site, with their role. Requires the permission `edit`.',
})

const omit = ['organizationId']
const payload = {
  site: { type: SiteType, description: 'The site.', from: (site: SiteRow) => site },
}
/** Who takes their own role may no longer see the site. */
const removed = {
  siteId: {
    type: 'ID' as const,
    description: 'The ID of the site.',
    from: ({ siteId }: { siteId: string }) => siteId,
  },
}

mutation('grantSitePermissions', grantSitePermissions, {
  description:
    'Grants users and teams a role on a site, for all of them or none. You cannot grant a higher role than your own. What is on the site stays visible to those who can see its spaces.',
  omit,
  payload,
})
mutation('updateSiteUserPermission', updateSiteUser, {
  description: 'Changes the role of a user on a site.',
  omit,
  payload,
})
mutation('updateSiteTeamPermission', updateSiteTeam, {
  description: 'Changes the role of a team on a site.',
  omit,
  payload,
})
mutation('removeSiteUserPermission', removeSiteUser, {
  description: 'Takes the role on a site from a user. Succeeds if there is none.',
  omit,
  payload: removed,
})
mutation('removeSiteTeamPermission', removeSiteTeam, {
  description: 'Takes the role on a site from a team. Succeeds if there is none.',
  omit,
  payload: removed,
})
