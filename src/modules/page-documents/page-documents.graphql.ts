import { builder } from '../../graphql/builder.ts'
import { nestedField, queryField } from '../../graphql/field.ts'
import { DocumentPage, type PageRow, ReusableContent, type ReusableRow } from '../content/index.ts'
import { getDocument, getPageDocument, getReusableContentDocument } from './page-documents.service.ts'

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

queryField('document', getDocument, {
  type: ResolvedDocumentType,
  description: 'A document of the main content of a space by its ID.',
  rename: { documentId: 'id' },
  complexity: 20,
})
