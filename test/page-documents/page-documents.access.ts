import type { ModuleAccess } from '../access/declared.ts'
import { inContent } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    documentId: string
  }
}

const computedFrom = (spec: string, doc = 'info') => ({
  type: 'builtin:openapi',
  props: { doc, page: 'pets' },
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
})

const computedSource = (spec: string) => ({
  type: 'builtin:openapi',
  props: { models: true },
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
})

export const access: ModuleAccess = {
  cases: {
    'content.getPageDocument': inContent(
      ({ pageId }) => `page(id: "${pageId}") { ... on DocumentPage { resolvedDocument { document } } }`,
    ),
    'content.getPageMetaLinks': inContent(
      ({ pageId }) => `page(id: "${pageId}") { ... on DocumentPage { metaLinks { alternates { kind } } } }`,
    ),
    'content.getComputedDocument': {
      body: ({ specSlug }) => ({ source: computedFrom(specSlug), seed: 'x' }),
      graphql: ({ spaceId, specSlug }) => ({
        query:
          'query($id: ID!, $source: ComputedDocumentSourceInput!) { space(id: $id) { computedDocument(source: $source) { document } } }',
        variables: { id: spaceId, source: computedFrom(specSlug, 'INFO') },
      }),
    },
    'content.getComputedRevision': {
      body: ({ specSlug }) => ({ source: computedSource(specSlug), seed: 'x' }),
      graphql: ({ spaceId, specSlug }) => ({
        query:
          'query($id: ID!, $source: ComputedSourceInput!) { space(id: $id) { computedPages(source: $source) { slug } } }',
        variables: { id: spaceId, source: computedSource(specSlug) },
      }),
    },
    'content.getReusableContentDocument': inContent(
      ({ reusableContentId }) =>
        `reusableContent(id: "${reusableContentId}") { resolvedDocument { document } }`,
    ),
    'content.getDocument': {
      graphql: ({ spaceId, documentId }) => [
        {
          query: 'query($spaceId: ID!, $id: String!) { document(spaceId: $spaceId, id: $id) { document } }',
          variables: { spaceId, id: documentId },
        },
      ],
    },
  },
  bits: {
    'space.access': [
      'content.getPageMetaLinks',
      'content.getPageDocument',
      'content.getReusableContentDocument',
      'content.getDocument',
    ],
  },
  build: async ({ origin }, { spaceId, pageId, people }) => {
    const page = await fetch(`${origin}/v1/spaces/${spaceId}/content/page/${pageId}`, {
      headers: { authorization: `Bearer ${people.admin.token}` },
    })
    const { documentId } = (await page.json()) as { documentId: string }
    return { documentId }
  },
}
