import { builder } from '../../../graphql/builder.ts'
import { LineRangeType } from '../../content/index.ts'
import type { BlockVersion } from '../../documents/index.ts'
import type { CommentRow } from '../comments.loaders.ts'
import { followedBlocks } from './followed-blocks.ts'

// Its key is not called `id` either: it identifies a block in one text only.
const CurrentBlock = builder.objectRef<BlockVersion>('CurrentBlock').implement({
  description: 'The block that a comment refers to, as it is now.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'The key of the block in the current document. REST calls this field `id`.',
    }),
    type: t.exposeString('type', { description: 'The type of the block, such as `paragraph`.' }),
    lines: t.expose('lines', {
      type: LineRangeType,
      description: 'The lines of the block in the `markdown` of the current page.',
    }),
    markdown: t.string({
      description: 'The Markdown of the block.',
      resolve: ({ markdown }, _args, { caller }) => caller.meter.text(markdown),
    }),
  }),
})

/** A comment about a block, whose two texts are read when a field needs them. */
type AboutBlock = CommentRow & { nodeId: string }

export const isAboutBlock = (comment: CommentRow): comment is AboutBlock => comment.nodeId !== null

export const CommentBlockType = builder.objectRef<AboutBlock>('CommentBlock').implement({
  description: 'The block of a page that a comment refers to.',
  fields: (t) => ({
    nodeId: t.exposeString('nodeId', {
      description: 'The key of the block in the document. REST calls this field `id`.',
    }),
    preview: t.exposeString('nodePreview', {
      nullable: true,
      description: 'The beginning of the block when the comment was posted.',
    }),
    markdown: t.string({
      nullable: true,
      description:
        'The Markdown of the block when the comment was posted. Null if there was no block with this key.',
      complexity: 5,
      resolve: async (comment, _args, { caller }) => {
        const former = (await caller.load(followedBlocks, comment))?.former
        return former ? caller.meter.text(former.markdown) : null
      },
    }),
    outdated: t.boolean({
      description:
        'Whether the text of the block was changed or removed since the comment was posted. Changes elsewhere on the page do not count.',
      complexity: 5,
      resolve: async (comment, _args, { caller }) =>
        (await caller.load(followedBlocks, comment))?.isOutdated ?? true,
    }),
    current: t.field({
      type: CurrentBlock,
      nullable: true,
      description:
        'The block as it is now, also if it was edited or moved. Null if it was removed, or if there was no block with this key.',
      complexity: 5,
      resolve: async (comment, _args, { caller }) => (await caller.load(followedBlocks, comment))?.current,
    }),
  }),
})
