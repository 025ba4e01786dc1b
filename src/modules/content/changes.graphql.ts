import { z } from 'zod'
import { builder } from '../../graphql/builder.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation } from '../../graphql/field.ts'
import { ChangeRequestType } from '../change-requests/index.ts'
import { type ChangeResult, NewPageType } from '../content-changes/index.ts'
import { type ChangedContent, changeContent } from './changes.service.ts'
import { FileType, RevisionType } from './content.graphql.ts'
import { fileRow, placedIn } from './content.loaders.ts'
import { type Content, contentAfter } from './content-scope.ts'
import { PageType } from './pages/pages.graphql.ts'

graphqlEnum('NewPageType', NewPageType, 'The type of a page to insert.', {
  document: 'A page with a text.',
  group: 'A group of pages.',
  link: 'A link in the table of contents.',
  computed: 'Pages that are computed from a source.',
})

const resultKinds = {
  created_page: 'A page was created.',
  updated_page: 'A page was changed.',
  deleted_page: 'A page was deleted.',
  created_file: 'A file was added.',
  updated_file: 'A file was renamed.',
  deleted_file: 'A file was deleted.',
  variable: 'A variable was set or removed.',
  created_reusable_content: 'A reusable content was created.',
  updated_reusable_content: 'A reusable content was changed.',
  deleted_reusable_content: 'A reusable content was deleted.',
} as const satisfies Record<ChangeResult['kind'], string>
const ResultKindEnum = graphqlEnum(
  'ContentChangeKind',
  z.enum(Object.keys(resultKinds) as ChangeResult['kind'][]),
  'The effect of a change.',
  resultKinds,
)

interface ResultRow {
  result: ChangeResult
  content: Content
}

const ChangeResultType = builder.objectRef<ResultRow>('ContentChangeResult').implement({
  description: 'The result of one change of a batch.',
  fields: (t) => ({
    kind: t.field({
      type: ResultKindEnum,
      description: 'The effect of the change.',
      resolve: ({ result }) => result.kind,
    }),
    ref: t.string({
      nullable: true,
      description: 'The `ref` that the batch gave to the new resource.',
      resolve: ({ result }) => ('ref' in result ? result.ref : null),
    }),
    merged: t.boolean({
      description:
        'Whether the text was merged with what others saved since `expectedRevision`. It is not the text of the request ' +
        'then: read it again.',
      resolve: ({ result }) => 'isMerged' in result && result.isMerged === true,
    }),
    subjectId: t.id({
      description: 'The ID of the page, file or reusable content, or the name of the variable.',
      resolve: ({ result }) => ('id' in result ? result.id : result.name),
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page after the change.',
      resolve: ({ result, content }, _args, { caller }) =>
        result.kind === 'created_page' || result.kind === 'updated_page'
          ? caller.load(placedIn, { content, id: result.id })
          : null,
    }),
    file: t.field({
      type: FileType,
      nullable: true,
      description: 'The file.',
      resolve: ({ result, content }) =>
        'file' in result && result.file ? fileRow(content, result.id, result.file) : null,
    }),
  }),
})

const shown = ({ place, revisionId }: ChangedContent, { caller }: GraphQLContext) =>
  caller.load(contentAfter, { place, revisionId })

mutation('changeContent', changeContent, {
  description: 'Changes pages, files, variables and reusable contents in a batch, completely or not at all.',
  omit: ['compat'],
  payload: {
    revision: { type: RevisionType, description: 'The revision after the changes.', from: shown },
    changeRequest: {
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request whose content was changed. Null if main content was changed.',
      from: async (changed, ctx) => (await shown(changed, ctx)).changeRequest,
    },
    changes: {
      type: [ChangeResultType],
      description: 'The result of each change.',
      from: async (changed, ctx) => {
        const content = await shown(changed, ctx)
        return changed.results.map((result) => ({ result, content }))
      },
    },
  },
})
