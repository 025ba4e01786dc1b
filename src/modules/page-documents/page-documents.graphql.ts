import { z } from 'zod'
import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { nestedField, queryField } from '../../graphql/field.ts'
import { DocumentPage, type PageRow, ReusableContent, type ReusableRow } from '../content/index.ts'
import type { ComputedSpecPage } from '../openapi-specs/index.ts'
import { SpaceType } from '../spaces/index.ts'
import { ComputedDoc, getComputedDocument } from './computed-document.ts'
import { getComputedRevision } from './get-computed-revision.ts'
import type { MetaLink, MetaLinks } from './meta-links.ts'
import {
  getDocument,
  getPageDocument,
  getPageMetaLinks,
  getReusableContentDocument,
} from './page-documents.service.ts'

const ResolvedDocumentType = builder.objectRef<object>('ResolvedDocument').implement({
  description: 'A text as a document whose references are by ID.',
  fields: (t) => ({
    document: t.field({
      type: 'JSON',
      description: 'The tree of nodes, in the form of the public API.',
      resolve: (document) => document,
    }),
  }),
})

const resolved = {
  type: ResolvedDocumentType,
  description: 'The text as a document whose references lead to pages, files and spaces by their IDs.',
  complexity: 20,
  arguments: {
    args: builder.args((t) => ({
      evaluated: t.boolean({
        defaultValue: false,
        description: 'Whether variables, expressions and conditions are evaluated.',
      }),
      dereferenced: t.boolean({
        defaultValue: false,
        description:
          'Whether reusable contents are replaced by their blocks, which evaluates the text as well.',
      }),
    })),
    input: ({ evaluated, dereferenced }: Record<string, unknown>) => ({
      evaluated: String(evaluated ?? false),
      dereferenced: String(dereferenced ?? false),
    }),
  },
}
const place = ['spaceId', 'changeRequestId', 'revisionId']

nestedField(DocumentPage, 'resolvedDocument', getPageDocument, {
  ...resolved,
  given: ({ content, pageId }: PageRow) => ({ spaceId: content.spaceId, revisionId: content.id, pageId }),
  givenNames: [...place, 'pageId'],
  subject: (page: PageRow) => page,
})

nestedField(ReusableContent, 'resolvedDocument', getReusableContentDocument, {
  ...resolved,
  given: ({ content, reusableContentId }: ReusableRow) => ({
    spaceId: content.spaceId,
    revisionId: content.id,
    reusableContentId,
  }),
  givenNames: [...place, 'reusableContentId'],
  subject: (row: ReusableRow) => row,
})

const ComputedDocEnum = graphqlEnum(
  'ComputedDocumentKind',
  ComputedDoc,
  'The kind of a page that an OpenAPI spec computes.',
  {
    info: 'The description of the spec.',
    operations: 'Operations with the same tag.',
    models: 'The models.',
  },
)
nestedField(SpaceType, 'computedDocument', getComputedDocument, {
  type: ResolvedDocumentType,
  isLookup: true,
  description: 'The text that an OpenAPI spec computes for a page. Null if it has no such page.',
  complexity: 20,
  given: ({ id }) => ({ spaceId: id }),
  givenNames: ['spaceId'],
})

const ComputedPageType = builder.objectRef<ComputedSpecPage>('ComputedSpecPage').implement({
  description: 'A page that an OpenAPI spec computes.',
  fields: (t) => ({
    doc: t.expose('doc', { type: ComputedDocEnum, description: 'The kind of page.' }),
    title: t.exposeString('title', { description: 'The title.' }),
    slug: t.exposeString('slug', { description: 'The slug, by which `computedDocument` returns its text.' }),
    description: t.exposeString('description', { nullable: true, description: 'The description.' }),
  }),
})
nestedField(SpaceType, 'computedPages', getComputedRevision, {
  type: [ComputedPageType],
  nullable: true,
  description: 'The pages that an OpenAPI spec computes, in their order.',
  complexity: 20,
  given: ({ id }) => ({ spaceId: id }),
  givenNames: ['spaceId'],
  omit: ['seed'],
  from: ({ pages }) => pages,
})

const MetaLinkKindEnum = graphqlEnum('PageMetaLinkKind', z.enum(['page', 'url']), 'What a link leads to.', {
  page: 'A page.',
  url: 'A URL.',
})
const MetaLinkType = builder.objectRef<MetaLink>('PageMetaLink').implement({
  description: 'A link to the same content elsewhere.',
  fields: (t) => ({
    kind: t.field({ type: MetaLinkKindEnum, description: 'What it leads to.', resolve: ({ kind }) => kind }),
    pageId: t.id({
      nullable: true,
      description: 'The ID of the page, if it is one.',
      resolve: (link) => ('page' in link ? link.page : null),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL, if it is one.',
      resolve: (link) => ('url' in link ? link.url : null),
    }),
  }),
})
const MetaLinksType = builder.objectRef<MetaLinks>('PageMetaLinks').implement({
  description: 'Where the content of a page is as well.',
  fields: (t) => ({
    canonical: t.field({
      type: MetaLinkType,
      nullable: true,
      description: 'Where the original is. Null if it is here.',
      resolve: ({ canonical }) => canonical,
    }),
    alternates: t.field({
      type: [MetaLinkType],
      description: 'Other forms of it, such as in other languages.',
      resolve: ({ alternates }) => alternates,
    }),
  }),
})
nestedField(DocumentPage, 'metaLinks', getPageMetaLinks, {
  type: MetaLinksType,
  description: 'Where the content of the page is as well, as `metaLinks` of its front matter states it.',
  complexity: 10,
  given: ({ content, pageId }: PageRow) => ({ spaceId: content.spaceId, revisionId: content.id, pageId }),
  givenNames: [...place, 'pageId'],
  subject: (page: PageRow) => page,
})

queryField('document', getDocument, {
  type: ResolvedDocumentType,
  description: 'A document of the main content of a space by its ID.',
  rename: { documentId: 'id' },
  complexity: 20,
})
