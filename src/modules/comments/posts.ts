import type { z } from 'zod'
import { DomainError, forbidden, locatedAt, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import { Markdown } from '../../core/fields.ts'
import { inputError } from '../../core/input-errors.ts'
import type { Context, WriteContext } from '../../core/operations/context.ts'
import { markdownOfDocument } from '../documents/index.ts'
import type { SpaceReach } from '../spaces/index.ts'
import { bodyText, type CommentRow, type ReplyRow } from './comments.loaders.ts'
import type { Body } from './comments.model.ts'
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

type GivenBody = z.output<typeof Body>

/**
 * Converts the body of an input to markdown before the transaction: a long document takes seconds in a worker thread, and
 * no connection may be held meanwhile. A body that is already markdown needs no preparation.
 */
export const preparedBody = <Name extends string>(name: Name) => ({
  needsPreparation: (input: Partial<Record<Name, GivenBody | undefined>>) => isDocument(input[name]),
  prepare: async (
    { viewer }: Pick<Context, 'viewer'>,
    input: Partial<Record<Name, GivenBody | undefined>>,
  ): Promise<string | undefined> => writtenBody(input[name], [name], viewer.userId),
})

/** Whether a body has to be converted to markdown. */
export const isDocument = (body: GivenBody | undefined): boolean => body?.document !== undefined

/** The markdown of a body that is a document. It has the same limits as any other markdown. */
export async function writtenBody(
  body: GivenBody | undefined,
  path: readonly (string | number)[],
  userId: string,
): Promise<string | undefined> {
  const document = body?.document
  if (!document) return undefined
  try {
    const written = Markdown.safeParse(await markdownOfDocument(document, userId), { error: inputError })
    if (written.success) return written.data
    const message = written.error.issues[0]?.message ?? 'cannot be written as markdown'
    throw new DomainError('invalid_input', message)
  } catch (error) {
    throw locatedAt([...path, 'document'], error)
  }
}
