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
import { type CommentRow, pageMemoryOf } from './comments.loaders.ts'

interface AboutPage {
  pageId: string
  remembered: RememberedPage | null
}

const momentOf = (text: string | undefined) => (text === undefined ? null : new Date(text))

// Its id is not called `id`, so that client caches do not merge the data of two comments into one object.
const CommentPage = builder.objectRef<AboutPage>('CommentPage').implement({
  description: 'The page that a comment is about: as it is now, or as it was when it is gone.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', {
      description: 'The id of the page in every revision; REST calls this one `id`.',
    }),
    title: t.string({
      description: 'What it is called.',
      resolve: ({ remembered }) => remembered?.placed?.page.title ?? '',
    }),
    emoji: t.string({
      nullable: true,
      description: 'Its emoji.',
      resolve: ({ remembered }) => remembered?.placed?.page.emoji,
    }),
    icon: t.string({
      nullable: true,
      description: 'The name of its icon.',
      resolve: ({ remembered }) => remembered?.placed?.page.icon,
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was made.',
      resolve: ({ remembered }) => momentOf(remembered?.placed?.page.createdAt),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it last changed, once it did.',
      resolve: ({ remembered }) => momentOf(remembered?.placed?.page.updatedAt),
    }),
    path: t.string({
      description: 'The slugs from the root down.',
      resolve: ({ remembered }) => (remembered?.placed ? pathOf(remembered.placed) : ''),
    }),
    outdated: t.boolean({
      description: 'Whether it changed since the comment was posted, or is gone.',
      resolve: ({ remembered }) => remembered?.outdated ?? true,
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page as it is now; null when it is gone.',
      resolve: async ({ remembered }, _args, { caller }) => {
        const { placed, currentRevisionId } = remembered ?? {}
        const content = currentRevisionId ? await caller.load(revisionNode, currentRevisionId) : null
        return content && placed ? pageRow(content, placed) : null
      },
    }),
  }),
})

const CommentNode = builder.objectRef<{ nodeId: string; preview: string | null }>('CommentNode').implement({
  description: 'The block of a page that a comment is about.',
  fields: (t) => ({
    nodeId: t.exposeString('nodeId', { description: 'Its key in the document; REST calls this one `id`.' }),
    preview: t.exposeString('preview', {
      nullable: true,
      description: 'How it began when the comment was posted.',
    }),
  }),
})

export const CommentTargetType = builder.objectRef<CommentRow>('CommentTarget').implement({
  description: 'What a comment is about.',
  fields: (t) => ({
    revision: t.field({
      type: RevisionType,
      nullable: true,
      description: 'The content as it was when the comment was posted.',
      resolve: ({ revisionId }, _args, { caller }) => caller.load(revisionNode, revisionId),
    }),
    page: t.field({
      type: CommentPage,
      nullable: true,
      description: 'The page that it is about; null when it is about no page.',
      resolve: async (comment, _args, { caller }) => {
        const memory = pageMemoryOf(comment)
        return memory && { pageId: memory.pageId, remembered: await caller.load(rememberedPages, memory) }
      },
    }),
    node: t.field({
      type: CommentNode,
      nullable: true,
      description: 'The block that it is about.',
      resolve: ({ nodeId, nodePreview }) => (nodeId === null ? null : { nodeId, preview: nodePreview }),
    }),
  }),
})
