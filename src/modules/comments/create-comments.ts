import { invalidInput, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { Turns } from '../../platform/turns/turns.ts'
import { recordContribution } from '../change-requests/index.ts'
import { findContent, sourcesOf } from '../content/index.ts'
import { previewsOfBlocksIn, splitSource } from '../documents/index.ts'
import type { SpaceReach } from '../spaces/index.ts'
import { type CommentRow, type CommentTarget, commentById } from './comments.loaders.ts'
import { emitAboutPost } from './posts.ts'

/** The page and the block that a comment is about. */
interface Point {
  pageId?: string | null
  nodeId?: string | null
  /** The first words of the block. */
  nodePreview?: string | null
}

interface NewComment extends Point {
  markdown: string
  /** The review that this comment is the text of. */
  reviewId?: string | null
  /** The review that it is submitted with, besides its text. */
  partOfReviewId?: string | null
}

/**
 * The pages and the blocks that comments are about, in as many statements for one comment as for many. A page must
 * exist; a block is not checked, and its preview is stored when it is found. Errors name the field after `pathOf`.
 */
export async function pointsAt(
  { reads }: WriteContext,
  { revisionId }: Pick<CommentTarget, 'revisionId'>,
  comments: readonly { page?: string | undefined; node?: string | undefined }[],
  pathOf: (index: number) => (string | number)[] = () => [],
): Promise<Point[]> {
  const ids = [...new Set(comments.flatMap(({ page }) => page ?? []))]
  const content = ids.length > 0 ? await findContent(reads, revisionId) : null
  const pages = (await content?.snapshot.pages(ids)) ?? new Map()
  const missing = comments.flatMap(({ page }, index) =>
    page === undefined || pages.has(page)
      ? []
      : [{ path: [...pathOf(index), 'page'], message: `there is no page ${page} in this content` }],
  )
  if (missing.length > 0) throw invalidInput(...missing)
  const nodes = new Map<string, string[]>()
  for (const { page, node } of comments) {
    if (page !== undefined && node !== undefined) nodes.set(page, [...(nodes.get(page) ?? []), node])
  }
  const previews = new Map<string, string | undefined>()
  if (content && nodes.size > 0) {
    const sourceOf = await sourcesOf(
      content.snapshot,
      [...nodes.keys()].map((page) => pages.get(page)),
    )
    const turns = new Turns()
    for (const [page, keys] of nodes) {
      if (turns.isOver()) await turns.next()
      const { body } = splitSource(sourceOf(pages.get(page)))
      const found = await previewsOfBlocksIn(body, keys, reads.viewer.userId)
      for (const [index, key] of keys.entries()) previews.set(`${page} ${key}`, found[index])
    }
  }
  return comments.map(({ page, node }) => {
    if (page === undefined) return { nodeId: node ?? null }
    if (node === undefined) return { pageId: page }
    return { pageId: page, nodeId: node, nodePreview: previews.get(`${page} ${node}`) ?? null }
  })
}

/** Writes a comment of an authorized caller, updates the counts and emits an event. */
export async function createComment(
  ctx: WriteContext,
  reach: SpaceReach,
  target: CommentTarget,
  comment: NewComment,
): Promise<CommentRow> {
  const [row] = await begun(ctx, reach, target, [comment])
  const created = row && (await commentById.create(ctx.reads, 'Comment', row))
  if (!created) throw notFound('This comment')
  return created
}

/** The same for several comments, in as many statements. Returns their ids. */
export async function createComments(
  ctx: WriteContext,
  reach: SpaceReach,
  target: CommentTarget,
  comments: readonly NewComment[],
): Promise<string[]> {
  const rows = await begun(ctx, reach, target, comments)
  await ctx.tx.comment.createMany({ data: rows })
  return rows.map(({ id }) => id)
}

/** The rows of new comments, which are counted and have their events. */
async function begun(
  ctx: WriteContext,
  reach: SpaceReach,
  target: CommentTarget,
  comments: readonly NewComment[],
) {
  const { spaceId } = reach
  const changeRequestId = target.id === spaceId ? null : target.id
  countOpen(ctx, { spaceId, changeRequestId }, comments.length)
  if (changeRequestId !== null) await recordContribution(ctx, changeRequestId, comments.length)
  return comments.map((comment) => {
    const { markdown, pageId = null, nodeId = null, nodePreview = null } = comment
    const id = newId('Comment')
    emitAboutPost(ctx, reach, { id, changeRequestId }, 'comment.posted')
    return {
      id,
      spaceId,
      changeRequestId,
      reviewId: comment.reviewId ?? null,
      partOfReviewId: comment.partOfReviewId ?? null,
      targetId: target.id,
      revisionId: target.revisionId,
      pageId,
      nodeId,
      nodePreview,
      markdown,
      postedById: ctx.viewer.userId,
      postedAt: ctx.now(),
    }
  })
}

/** Changes the number of open comments. */
export function countOpen(
  { tx, atEnd }: WriteContext,
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string | null },
  change: number,
): void {
  const data = { commentsOpen: { increment: change } }
  atEnd(() =>
    changeRequestId === null
      ? tx.space.updateMany({ where: { id: spaceId }, data })
      : tx.changeRequest.updateMany({ where: { id: changeRequestId }, data }),
  )
}
