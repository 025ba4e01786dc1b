import { atLeast, type Role } from '../../core/roles.ts'
import { mayAdministrate } from '../organizations/index.ts'

/** The viewer's effective role on a collection, which is at least `read` for whoever sees it at all. */
export interface CollectionReach {
  collectionId: string
  organizationId: string
  role: Role
  /** The viewer's role in the organization, which grants do not raise; null is a guest. */
  memberRole: Role | null
}

export const mayManageCollection = (reach: CollectionReach) => atLeast(reach.role, 'create')
export const mayAdministrateCollection = (reach: CollectionReach) => atLeast(reach.role, 'admin')

/** Nobody gives everybody more than they have themselves. */
export const mayGiveLevel = (reach: { role: Role }, level: Role | 'inherit' | null) =>
  level === null || level === 'inherit' || atLeast(reach.role, level)

/** The `permissions` object, from the same functions that guard the operations. */
export function collectionPermissions(reach: CollectionReach) {
  return {
    view: true,
    admin: mayAdministrateCollection(reach),
    // A link is a key to the organization, so it is for those who administrate that.
    viewInviteLinks: mayAdministrate({ role: reach.memberRole }),
    create: mayManageCollection(reach),
  }
}
