import { permissionSet } from '../../core/access/permissions.ts'
import type { Role } from '../../core/access/roles.ts'
import { mayCreateContent } from '../organizations/index.ts'

/** The viewer's role in the organization of a spec. Guests see no specs. */
export interface SpecReach {
  role: Role
}

export const mayEditSpec = (reach: SpecReach) => mayCreateContent(reach)

export const specPermissions = permissionSet({
  view: ['See the spec and its versions.', (_reach: SpecReach) => true],
  edit: ['Change its source and visibility, and delete it.', mayEditSpec],
})
