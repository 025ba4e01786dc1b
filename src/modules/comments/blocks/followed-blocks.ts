import type { LoaderDefinition } from '../../../core/lists/definitions.ts'
import { readOf } from '../../../core/lists/loaders.ts'
import { rememberedPages, sourceOf } from '../../content/index.ts'
import { type BlocksOfText, type FollowedBlock, followedBlocksOf } from '../../documents/index.ts'
import { type CommentRow, pageMemoryOf } from '../comments.loaders.ts'

const UNKNOWN: FollowedBlock = { former: null, current: null, isOutdated: true }

/**
 * The block that each comment is about, in the revision of the comment and now. It is computed from the two texts, which
 * are immutable, when it is read: writers of content do nothing for comments, a revert restores what it restores in the
 * text, and comments of all times are followed alike. One statement more than `rememberedPages` for any number of
 * comments; what was computed is kept by the hashes of the texts.
 */
export const followedBlocks: LoaderDefinition<CommentRow, FollowedBlock> = {
  name: 'followedBlocks',
  scope: 'space:read',
  cacheKey: ({ id }) => id,
  batch: async (reads, comments) => {
    const texts = new Map<string, BlocksOfText>()
    const ids = await Promise.all(
      comments.map(async (comment) => {
        const memory = pageMemoryOf(comment)
        const { nodeId } = comment
        const page = memory && nodeId !== null ? await reads.load(rememberedPages, memory) : null
        if (!page?.former || nodeId === null) return null
        const then = page.former.page.document
        const now = page.currentRevisionId === null ? undefined : page.placed?.page
        const isDeleted = now?.type !== 'document'
        const [before, after] = await Promise.all([
          sourceOf(reads, comment, then),
          isDeleted ? null : sourceOf(reads, comment, now.document),
        ])
        const id = `${then ?? ''} ${isDeleted ? '-' : (now.document ?? '')}`
        const text = texts.get(id) ?? { id, before, after, keys: [] }
        text.keys.push(nodeId)
        texts.set(id, text)
        return id
      }),
    )
    const followed = await followedBlocksOf([...texts.values()], reads.viewer.userId)
    const byId = new Map([...texts.keys()].map((id, index) => [id, followed[index]]))
    return comments.map(({ nodeId }, index) => byId.get(ids[index] ?? '')?.get(nodeId ?? '') ?? UNKNOWN)
  },
}

/** The same for a list, by the id of the comment: only of comments about a block of a page. */
export const blocksOfComments = readOf(
  'space:read',
  async (reads, rows: CommentRow[]): Promise<Map<string, FollowedBlock>> => {
    const about = rows.filter(({ nodeId, pageId }) => nodeId !== null && pageId !== null)
    const found = await reads.loadMany(followedBlocks, about)
    return new Map(about.map(({ id }, index) => [id, found[index] ?? UNKNOWN]))
  },
)
