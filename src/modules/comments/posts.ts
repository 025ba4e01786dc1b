import { forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import type { SpaceReach } from '../spaces/index.ts'
import { bodyText, type CommentRow, type ReplyRow } from './comments.loaders.ts'
import { mayDeletePosted, mayEditPosted, mayReplyOrReact, type Posted } from './comments.policy.ts'
import { changesReactions, type ReactionChange } from './reactions.ts'

/** A post is a comment or a reply. These functions do what is the same for both. */
type Kind = 'comment' | 'reply'

export function requireMayUpdate(
  kind: Kind,
  reach: SpaceReach,
  post: Posted,
  input: ReactionChange & { body?: unknown },
): void {
  if (input.body && !mayEditPosted(reach, post)) {
    throw forbidden(`Only its author or an admin of the space can edit a ${kind}.`)
  }
  if (changesReactions(input) && !mayReplyOrReact(reach)) {
    throw forbidden('You need the comment role or higher in this space to react.')
  }
}

export function requireMayDelete(kind: Kind, reach: SpaceReach, post: Posted): void {
  if (!mayDeletePosted(reach, post)) {
    throw forbidden(`Only its author or an admin of the space can delete a ${kind}.`)
  }
}

/** Replaces the text; returns whether it changed. */
export async function editText(
  ctx: WriteContext,
  kind: Kind,
  { id, body }: Pick<CommentRow | ReplyRow, 'id' | 'body'>,
  markdown: string | undefined,
): Promise<boolean> {
  if (markdown === undefined || markdown === (await bodyText.read(ctx.reads, body))) return false
  const change = { where: { id }, data: { markdown, editedAt: ctx.now() } }
  const { count } =
    kind === 'comment'
      ? await ctx.tx.comment.updateMany(change)
      : await ctx.tx.commentReply.updateMany(change)
  // The post may have been deleted since it was read.
  if (count === 0) throw notFound(`This ${kind}`)
  return true
}

/** Emits an event about a comment, or about a reply to the comment `commentId`. */
export function emitAboutPost(
  ctx: WriteContext,
  { organizationId, spaceId }: SpaceReach,
  { id, changeRequestId, commentId }: { id: string; changeRequestId: string | null; commentId?: string },
  type: EventType,
): void {
  const subject: Record<string, string> =
    commentId === undefined ? { comment: id } : { comment: commentId, reply: id }
  ctx.emit({ organizationId, spaceId, changeRequestId, type, subject })
}
