import { atLeast, type Role } from '../../core/roles.ts'
import { mayAdministrate } from '../organizations/index.ts'

/** The viewer's effective role on a space, which is at least `read` for whoever sees it at all. */
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

/** The `permissions` object, from the same functions that guard the operations. */
export function spacePermissions(reach: SpaceReach) {
  return {
    view: true,
    access: true,
    admin: mayAdministrateSpace(reach),
    // A link is a key to the organization, so it is for those who administrate that, and not the space alone.
    viewInviteLinks: mayAdministrate({ role: reach.memberRole }),
    edit: mayEdit(reach),
    triggerGitSync: mayEdit(reach),
    comment: mayComment(reach),
    merge: mayMerge(reach),
    review: mayReview(reach),
    installIntegration: mayAdministrateSpace(reach),
  }
}
