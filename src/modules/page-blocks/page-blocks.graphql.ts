import { builder } from '../../graphql/builder.ts'
import { nestedField, queryField } from '../../graphql/field.ts'
import { inputType } from '../../graphql/input.ts'
import { BodyType, bodyText } from '../comments/index.ts'
import { DocumentPage, LineRangeType, type PageRow } from '../content/index.ts'
import { htmlOfText } from './html-of-text.ts'
import { RenderMarkdown } from './page-blocks.model.ts'
import { getPageBlocks, renderMarkdown } from './page-blocks.service.ts'
import { type ShownBlock, shownBlocks } from './shown-blocks.ts'

const BlockType = builder.objectRef<ShownBlock>('Block').implement({
  description: 'A block at the top level of a text, such as a paragraph, a list or a table.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'The key of the block in the document, which comments refer to.',
    }),
    type: t.exposeString('type', { description: 'The type of the block, such as `paragraph`.' }),
    lines: t.expose('lines', {
      type: LineRangeType,
      description: 'The lines of the block in the Markdown, front matter included.',
    }),
    html: t.exposeString('html', {
      description:
        'The block as HTML, as sites show it, with the same classes. Variables, expressions and includes are evaluated; what only some visitors see is included. Links lead to the app, and URLs of files expire. Empty for a heading that is the title of the page. The last block includes the footnotes.',
    }),
  }),
})

/** Parsing and rendering a text of usual length. */
const COMPLEXITY = 20
const CHARACTERS_PER_POINT = 4_000

nestedField(DocumentPage, 'blocks', getPageBlocks, {
  type: [BlockType],
  nullable: true,
  description: 'The text as blocks, rendered as HTML, in order.',
  given: ({ content, pageId }: PageRow) => ({ spaceId: content.spaceId, revisionId: content.id, pageId }),
  givenNames: ['spaceId', 'changeRequestId', 'revisionId', 'pageId'],
  subject: (page: PageRow) => page,
  complexity: () => ({ field: COMPLEXITY, multiplier: 1 }),
  from: (text, { urls, caller }) => shownBlocks(text, { urls, meter: caller.meter }),
})

const RenderMarkdownInput = inputType('RenderMarkdownInput', RenderMarkdown, {
  description: 'Input of `renderMarkdown`.',
})

queryField('renderMarkdown', renderMarkdown, {
  type: [BlockType],
  description:
    'Renders a text that is not saved, as `DocumentPage.blocks` does for the text of a page. Links and files are those of the content.',
  complexity: ({ input }: { input?: { markdown?: string } }) => ({
    field: COMPLEXITY + Math.ceil((input?.markdown?.length ?? 0) / CHARACTERS_PER_POINT),
    multiplier: 1,
  }),
  arguments: {
    args: builder.args((t) => ({
      input: t.field({
        type: RenderMarkdownInput,
        required: true,
        description: 'The input of `renderMarkdown`.',
      }),
    })),
    input: ({ input }) => input as object,
  },
  from: (text, { urls, caller }) => shownBlocks(text, { urls, meter: caller.meter }),
})

builder.objectField(BodyType, 'html', (t) =>
  t.string({
    description:
      'The text as HTML, with the classes of published sites, without scripts and styles. Relative links are shown without their target.',
    complexity: 5,
    resolve: async (body, _args, { caller }) =>
      caller.load(htmlOfText, {
        markdown: (await caller.load(bodyText, body)) ?? '',
        spaceId: body.spaceId,
      }),
  }),
)
