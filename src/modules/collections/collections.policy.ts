import { permissionSet } from '../../core/access/permissions.ts'
import { atLeast, type Role } from '../../core/access/roles.ts'
import { mayAdministrate, mayCreateContent } from '../organizations/index.ts'

/** The viewer's effective role on a collection, which is at least `read` for anyone who sees it at all. */
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

export const collectionPermissions = permissionSet({
  view: ['See the collection and its content that you have access to.', (_reach: CollectionReach) => true],
  admin: ['Grant the role admin on it.', mayAdministrateCollection],
  manage: ['Change its settings and who has access to it.', mayManageCollection],
  delete: ['Delete it.', mayManageCollection],
  move: [
    'Move it to another collection or to the organization root, where you may create.',
    mayManageCollection,
  ],
  transfer: [
    'Transfer it to another organization where you have the role create.',
    (reach) => mayManageCollection(reach) && mayCreateContent({ role: reach.memberRole }),
  ],
  // An invite link opens the organization, so it takes the role admin there and not only on the collection.
  viewInviteLinks: [
    'See the links that invite to its organization.',
    ({ memberRole }) => mayAdministrate({ role: memberRole }),
  ],
  create: ['Create spaces and collections in it.', mayManageCollection],
})
