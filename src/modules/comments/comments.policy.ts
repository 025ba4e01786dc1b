import { permissionSet } from '../../core/access/permissions.ts'
import { mayAdministrateSpace, mayComment, mayEdit, type SpaceReach } from '../spaces/index.ts'

/** The part of a comment or a reply that its permissions depend on. */
export interface Posted {
  postedById: string
}

const isAuthor = (reach: SpaceReach, { postedById }: Posted) => postedById === reach.userId

export const mayReplyOrReact = (reach: SpaceReach) => mayComment(reach)
export const mayEditPosted = (reach: SpaceReach, posted: Posted) =>
  isAuthor(reach, posted) || mayAdministrateSpace(reach)
export const mayDeletePosted = mayEditPosted
export const mayResolve = (reach: SpaceReach, posted: Posted) => isAuthor(reach, posted) || mayEdit(reach)

/** A comment or a reply, and the viewer's role in its space. */
export interface PostedSubject extends Posted {
  reach: SpaceReach
}

const posted = {
  view: ['See it.', (_subject: PostedSubject) => true],
  edit: ['Edit the text.', (subject: PostedSubject) => mayEditPosted(subject.reach, subject)],
  reply: ['Reply and react.', ({ reach }: PostedSubject) => mayReplyOrReact(reach)],
  delete: ['Delete it.', (subject: PostedSubject) => mayDeletePosted(subject.reach, subject)],
} as const

export const commentPermissions = permissionSet({
  ...posted,
  resolve: [
    'Resolve and reopen the comment.',
    (subject: PostedSubject) => mayResolve(subject.reach, subject),
  ],
})

export const replyPermissions = permissionSet(posted)
