import { mayAdministrateSpace, mayComment, mayEdit, type SpaceReach } from '../spaces/index.ts'

/** A comment or a reply, as far as permissions go. */
export interface Posted {
  postedById: string
}

const isAuthor = (reach: SpaceReach, { postedById }: Posted) => postedById === reach.userId

export const mayReplyOrReact = (reach: SpaceReach) => mayComment(reach)
export const mayEditPosted = (reach: SpaceReach, posted: Posted) =>
  isAuthor(reach, posted) || mayAdministrateSpace(reach)
export const mayDeletePosted = mayEditPosted
export const mayResolve = (reach: SpaceReach, posted: Posted) => isAuthor(reach, posted) || mayEdit(reach)

/** The `permissions` object, from the same functions that guard the operations. */
export function postedPermissions(reach: SpaceReach, posted: Posted) {
  return {
    view: true,
    edit: mayEditPosted(reach, posted),
    reply: mayReplyOrReact(reach),
    delete: mayDeletePosted(reach, posted),
  }
}
