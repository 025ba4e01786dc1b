import { defineModule } from '../../core/operations/module.ts'
import { facts } from './grants.facts.ts'
import { dataOfGrants } from './grants.personal.ts'
import { routes } from './grants.rest.ts'
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
import './grants.graphql.ts'
import { listMemberPlaces } from './member-places.ts'
import { listMentionableUsers } from './mentionable-users.ts'

export const grants = defineModule({
  name: 'grants',
  facts,
  personalData: dataOfGrants,
  operations: [
    grantPermissions,
    updateUserPermission,
    updateTeamPermission,
    removeUserPermission,
    removeTeamPermission,
  ],
  lists: [
    listUserPermissions,
    listTeamPermissions,
    listPermissionsAggregate,
    listMentionableUsers,
    listMemberPlaces,
  ],
  routes,
})

export {
  give,
  type Principals,
  requireAuthority,
  requirePrincipals,
  takeAway,
} from './grants.changes.ts'
export { type TeamPermission, teamGrants, type UserPermission, userGrants } from './grants.loaders.ts'
