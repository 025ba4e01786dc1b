import { permissionSet } from '../../core/access/permissions.ts'
import { atLeast, type Role } from '../../core/access/roles.ts'
import { mayAdministrate, mayCreateContent } from '../organizations/index.ts'

/** The viewer's effective role on a collection, which is at least `read` for everyone who can see it. */
export interface CollectionReach {
  collectionId: string
  organizationId: string
  role: Role
  /** The viewer's role in the organization, which grants do not raise; null for a guest. */
  memberRole: Role | null
}

export const mayManageCollection = (reach: CollectionReach) => atLeast(reach.role, 'create')
const mayAdministrateCollection = (reach: CollectionReach) => atLeast(reach.role, 'admin')

/** A default level cannot be higher than the caller's own role. */
export const mayGiveLevel = (reach: { role: Role }, level: Role | 'inherit' | null) =>
  level === null || level === 'inherit' || atLeast(reach.role, level)

export const collectionPermissions = permissionSet({
  view: ['See the collection and its content that you have access to.', (_reach: CollectionReach) => true],
  admin: ['Grant the role admin on it.', mayAdministrateCollection],
  manage: ['Change its settings and who has access to it.', mayManageCollection],
  delete: ['Delete it.', mayManageCollection],
  move: [
    'Move it to another collection or to the top of the organization, where you can create.',
    mayManageCollection,
  ],
  transfer: [
    'Transfer it to another organization in which you have the create role.',
    (reach) => mayManageCollection(reach) && mayCreateContent({ role: reach.memberRole }),
  ],
  // An invite link gives access to the organization, so it requires the admin role there and not only on
  // the collection.
  viewInviteLinks: [
    'See the invite links of its organization.',
    ({ memberRole }) => mayAdministrate({ role: memberRole }),
  ],
  create: ['Create spaces and collections in it.', mayManageCollection],
})
