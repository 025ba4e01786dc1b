import { z } from 'zod'
import type { Caller } from '../../../core/operations/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { ChangeRequestType } from '../../change-requests/index.ts'
import { PageType, placedIn, RevisionType, textIn } from '../../content/index.ts'
import { type LineHunk, lineDiffOf } from '../../documents/index.ts'
import { Lines } from '../lines.graphql.ts'
import { isViewed } from '../viewed/viewed.loaders.ts'
import {
  type Difference,
  listChangeRequestDifferences,
  listRevisionDifferences,
  subjectOf,
} from './differences.service.ts'
import type { SemanticChange } from './semantic-changes.ts'

const LineHunkType = builder.objectRef<LineHunk>('LineHunk').implement({
  description: 'A block of changed lines.',
  fields: (t) => ({
    before: t.field({ type: Lines, description: 'The lines before.', resolve: ({ before }) => before }),
    after: t.field({ type: Lines, description: 'The lines after.', resolve: ({ after }) => after }),
  }),
})

type DifferenceType = SemanticChange['type']
const differenceTypes = {
  page_created: 'A page was created.',
  page_moved: 'A page was moved.',
  page_edited: 'A page was edited.',
  page_deleted: 'A page was deleted.',
  file_created: 'A file was added.',
  file_edited: 'A file was replaced.',
  file_deleted: 'A file was deleted.',
  reusable_created: 'A reusable content was created.',
  reusable_edited: 'A reusable content was edited.',
  reusable_deleted: 'A reusable content was deleted.',
  variable_created: 'A variable was set for the first time.',
  variable_edited: 'The value of a variable was changed.',
  variable_deleted: 'A variable was removed.',
} as const satisfies Record<DifferenceType, string>
const DifferenceTypeEnum = graphqlEnum(
  'ContentDifferenceType',
  z.enum(Object.keys(differenceTypes) as DifferenceType[]),
  'The type of the change.',
  differenceTypes,
)

/** The texts of a page or reusable content before and after. Those of all changes are loaded in one statement. */
async function textsOf(caller: Caller, { change, content }: Difference): Promise<[string, string]> {
  if (!('page' in change) && !('reusable' in change)) return ['', '']
  const was = 'before' in change ? change.before.document : undefined
  const is = 'after' in change ? change.after.document : undefined
  const load = (document: string | undefined) => caller.load(textIn, { content, document, evaluated: false })
  return Promise.all([load(was), load(is)])
}

const ChangeType = builder.objectRef<Difference>('ContentDifference').implement({
  description: 'One difference between two revisions.',
  fields: (t) => ({
    type: t.field({
      type: DifferenceTypeEnum,
      description: 'The type of the change.',
      resolve: ({ change }) => change.type,
    }),
    subjectId: t.id({
      description: 'The ID of the page, file or reusable content, or the name of the variable.',
      resolve: ({ change }) => subjectOf(change),
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page after the change. Null if it was deleted, or if the change is not about a page.',
      resolve: ({ change, content }, _args, { caller }) =>
        'page' in change ? caller.load(placedIn, { content, id: change.page }) : null,
    }),
    title: t.string({
      nullable: true,
      description: 'The title or name, as it was last if the resource was deleted.',
      resolve: ({ change }) => {
        const version = 'after' in change ? change.after : change.before
        if (typeof version === 'string') return null
        return 'title' in version ? version.title : version.name
      },
    }),
    viewed: t.boolean({
      nullable: true,
      description:
        'Whether you have marked the page as viewed since it last changed. Null for other changes than those of pages in a change request.',
      resolve: (row, _args, { caller }) => caller.load(isViewed, row),
    }),
    hunks: t.field({
      type: [LineHunkType],
      description: 'The changed lines of the text.',
      complexity: 10,
      resolve: async (row, _args, { caller }) => {
        const [before, after] = await textsOf(caller, row)
        return lineDiffOf(before, after, caller.viewer?.userId)
      },
    }),
  }),
})

const ChangeConnection = connectionType('ContentDifference', ChangeType)
/** Both revisions are compared completely, whatever part of the result is returned. */
const cost = 50

connection(ChangeRequestType, 'diff', listChangeRequestDifferences, {
  type: ChangeConnection,
  description: 'The changes that this change request proposes.',
  cost,
})
connection(RevisionType, 'diff', listRevisionDifferences, {
  type: ChangeConnection,
  description: 'The changes from the first parent revision.',
  cost,
})
