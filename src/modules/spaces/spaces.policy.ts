import { permissionSet } from '../../core/access/permissions.ts'
import { atLeast, type Role } from '../../core/access/roles.ts'
import { mayAdministrate, mayCreateContent } from '../organizations/index.ts'

/** The viewer's effective role on a space, which is at least `read` for anyone who sees it at all. */
export interface SpaceReach {
  spaceId: string
  organizationId: string
  userId: string
  role: Role
  /** The viewer's role in the organization, which grants do not raise; null is a guest. */
  memberRole: Role | null
}

export const mayComment = (reach: SpaceReach) => atLeast(reach.role, 'comment')
export const mayEdit = (reach: SpaceReach) => atLeast(reach.role, 'edit')
export const mayReview = (reach: SpaceReach) => atLeast(reach.role, 'review')
export const mayMerge = (reach: SpaceReach) => atLeast(reach.role, 'review')
export const mayManage = (reach: SpaceReach) => atLeast(reach.role, 'create')
export const mayAdministrateSpace = (reach: SpaceReach) => atLeast(reach.role, 'admin')

/** A deleted space can be read and restored by those who manage it, and nothing else. */
export interface SpaceSubject extends SpaceReach {
  deletedAt: Date | null
}

const live =
  (may: (reach: SpaceReach) => boolean) =>
  ({ deletedAt, ...reach }: SpaceSubject) =>
    deletedAt === null && may(reach)

export const spacePermissions = permissionSet({
  view: ['See the space.', (_space: SpaceSubject) => true],
  access: ['Read its content, change requests, comments and events.', live(() => true)],
  admin: [
    'Change and delete what others posted in it, and grant the role admin on it.',
    live(mayAdministrateSpace),
  ],
  manage: [
    'Change its settings and who has access to it. Duplicating it also takes the permission to create where it is.',
    live(mayManage),
  ],
  delete: ['Delete it.', mayManage],
  restore: [
    'Restore it. False if it is not deleted.',
    (space) => !live(() => true)(space) && mayManage(space),
  ],
  move: ['Move it to a collection or an organization root where you may create.', live(mayManage)],
  transfer: [
    'Transfer it to another organization where you have the role create.',
    live((reach) => mayManage(reach) && mayCreateContent({ role: reach.memberRole })),
  ],
  // An invite link opens the organization, so it takes the role admin there and not only on the space.
  viewInviteLinks: [
    'See the links that invite to its organization.',
    live(({ memberRole }) => mayAdministrate({ role: memberRole })),
  ],
  edit: ['Create change requests, edit content and request reviews.', live(mayEdit)],
  triggerGitSync: ['Start a Git import or export. Not available yet.', live(mayEdit)],
  comment: ['Comment, reply and react.', live(mayComment)],
  merge: ['Merge change requests.', live(mayMerge)],
  review: ['Review any change request.', live(mayReview)],
  installIntegration: ['Install integrations on it. Not available yet.', live(mayAdministrateSpace)],
})
