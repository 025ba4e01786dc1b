import type { ModuleAccess } from '../access/declared.ts'
import { inContent } from '../access/documents.ts'

export const access: ModuleAccess = {
  cases: {
    'content.getPageBlocks': inContent(
      ({ pageId }) => `page(id: "${pageId}") { ... on DocumentPage { blocks { html } } }`,
    ),
    'content.renderMarkdown': {
      body: () => ({ markdown: 'Words' }),
      graphql: ({ spaceId, changeRequestId, revisionId }) =>
        [{ spaceId }, { spaceId, changeRequestId }, { spaceId, revisionId }].map((at) => ({
          query: 'query($input: RenderMarkdownInput!) { renderMarkdown(input: $input) { html } }',
          variables: { input: { ...at, markdown: 'Words' } },
        })),
    },
  },
  bits: { 'space.access': ['content.getPageBlocks', 'content.renderMarkdown'] },
}
