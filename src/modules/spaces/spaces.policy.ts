import { permissionSet } from '../../core/access/permissions.ts'
import { atLeast, type Role } from '../../core/access/roles.ts'
import { mayAdministrate, mayCreateContent } from '../organizations/index.ts'

/** The viewer's effective role in a space, which is at least `read` for everyone who can see it. */
export interface SpaceReach {
  spaceId: string
  organizationId: string
  userId: string
  role: Role
  /** The viewer's role in the organization, which grants do not raise; null for a guest. */
  memberRole: Role | null
}

export const mayComment = (reach: SpaceReach) => atLeast(reach.role, 'comment')
export const mayEdit = (reach: SpaceReach) => atLeast(reach.role, 'edit')
export const mayReview = (reach: SpaceReach) => atLeast(reach.role, 'review')
export const mayMerge = (reach: SpaceReach) => atLeast(reach.role, 'review')
export const mayManage = (reach: SpaceReach) => atLeast(reach.role, 'create')
export const mayAdministrateSpace = (reach: SpaceReach) => atLeast(reach.role, 'admin')

/** A deleted space can only be read and restored, by users who manage it. */
interface SpaceSubject extends SpaceReach {
  deletedAt: Date | null
}

const live =
  (may: (reach: SpaceReach) => boolean) =>
  ({ deletedAt, ...reach }: SpaceSubject) =>
    deletedAt === null && may(reach)

const administratesOrganization = ({ memberRole }: SpaceReach) => mayAdministrate({ role: memberRole })

export const spacePermissions = permissionSet({
  view: ['See the space.', (_space: SpaceSubject) => true],
  access: ['Read its content, change requests, comments and events.', live(() => true)],
  admin: [
    'Edit and delete comments of others, change its merge rules, merge without meeting them, and grant the admin role on it.',
    live(mayAdministrateSpace),
  ],
  manage: [
    'Change its settings and who has access to it. Duplicating it also requires the permission to create in its parent.',
    live(mayManage),
  ],
  delete: ['Delete it.', mayManage],
  restore: [
    'Restore it. False if it is not deleted.',
    (space) => !live(() => true)(space) && mayManage(space),
  ],
  move: ['Move it to a collection or to the top of the organization, where you can create.', live(mayManage)],
  transfer: [
    'Transfer it to another organization in which you have the create role.',
    live((reach) => mayManage(reach) && mayCreateContent({ role: reach.memberRole })),
  ],
  // An invite link gives access to the organization, so it requires the admin role there and not only in
  // the space.
  viewInviteLinks: ['See the invite links of its organization.', live(administratesOrganization)],
  edit: ['Create change requests, edit content and request reviews.', live(mayEdit)],
  triggerGitSync: ['Start a Git import or export.', live(mayEdit)],
  comment: ['Comment, reply and react.', live(mayComment)],
  merge: ['Merge change requests.', live(mayMerge)],
  review: ['Review any change request.', live(mayReview)],
  // An installation belongs to the organization.
  installIntegration: ['Install and configure integrations on it.', live(administratesOrganization)],
})
