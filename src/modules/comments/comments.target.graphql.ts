import { builder } from '../../graphql/builder.ts'
import {
  PageType,
  pageRow,
  type RememberedPage,
  RevisionType,
  rememberedPages,
  revisionNode,
} from '../content/index.ts'
import { pathOf } from '../revisions/index.ts'
import { CommentBlockType, isAboutBlock } from './blocks/blocks.graphql.ts'
import { type CommentRow, pageMemoryOf } from './comments.loaders.ts'

interface AboutPage {
  pageId: string
  remembered: RememberedPage | null
}

const momentOf = (text: string | undefined) => (text === undefined ? null : new Date(text))

// Its id is not called `id`, so that client caches do not merge the data of two comments into one object.
const CommentPage = builder.objectRef<AboutPage>('CommentPage').implement({
  description: 'The page that a comment refers to: its current state, or its last state if it was deleted.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', {
      description: 'The ID of the page, the same in every revision. REST calls this field `id`.',
    }),
    title: t.string({
      description: 'The title.',
      resolve: ({ remembered }) => remembered?.placed?.page.title ?? '',
    }),
    emoji: t.string({
      nullable: true,
      description: 'The emoji of the page.',
      resolve: ({ remembered }) => remembered?.placed?.page.emoji,
    }),
    icon: t.string({
      nullable: true,
      description: 'The name of the icon of the page.',
      resolve: ({ remembered }) => remembered?.placed?.page.icon,
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was created.',
      resolve: ({ remembered }) => momentOf(remembered?.placed?.page.createdAt),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the page was last changed. Null if it never was.',
      resolve: ({ remembered }) => momentOf(remembered?.placed?.page.updatedAt),
    }),
    path: t.string({
      description: 'The path: the slugs from the root to the page.',
      resolve: ({ remembered }) => (remembered?.placed ? pathOf(remembered.placed) : ''),
    }),
    outdated: t.boolean({
      description: 'Whether the page was changed or deleted since the comment was posted.',
      resolve: ({ remembered }) => remembered?.outdated ?? true,
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The current page. Null if it was deleted.',
      resolve: async ({ remembered }, _args, { caller }) => {
        const { placed, currentRevisionId } = remembered ?? {}
        const content = currentRevisionId ? await caller.load(revisionNode, currentRevisionId) : null
        return content && placed ? pageRow(content, placed) : null
      },
    }),
  }),
})

export const CommentTargetType = builder.objectRef<CommentRow>('CommentTarget').implement({
  description: 'What a comment refers to.',
  fields: (t) => ({
    revision: t.field({
      type: RevisionType,
      nullable: true,
      description: 'The revision of the content when the comment was posted.',
      resolve: ({ revisionId }, _args, { caller }) => caller.load(revisionNode, revisionId),
    }),
    page: t.field({
      type: CommentPage,
      nullable: true,
      description: 'The page that the comment refers to. Null if it refers to no page.',
      resolve: async (comment, _args, { caller }) => {
        const memory = pageMemoryOf(comment)
        return memory && { pageId: memory.pageId, remembered: await caller.load(rememberedPages, memory) }
      },
    }),
    node: t.field({
      type: CommentBlockType,
      nullable: true,
      description: 'The block that the comment refers to. Null if it refers to no block.',
      resolve: (comment) => (isAboutBlock(comment) ? comment : null),
    }),
  }),
})
