import { z } from 'zod'
import type { Caller } from '../../../core/operations/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { nestedField } from '../../../graphql/field.ts'
import { ChangeRequestType } from '../../change-requests/index.ts'
import { type LineHunk, lineDiffOf } from '../../documents/index.ts'
import { textIn } from '../content.evaluation.ts'
import { RevisionType } from '../content.graphql.ts'
import { placedIn } from '../content.loaders.ts'
import { PageType } from '../pages/pages.graphql.ts'
import type { SemanticChange } from './diff.ts'
import { DEFAULT_DIFFERENCES, type Differences, listDifferences } from './differences.service.ts'
import { Lines } from './lines.graphql.ts'

const LineHunkType = builder.objectRef<LineHunk>('LineHunk').implement({
  description: 'Lines that were replaced.',
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
  variable_edited: 'A variable was given another value.',
  variable_deleted: 'A variable was removed.',
} as const satisfies Record<DifferenceType, string>
const DifferenceTypeEnum = graphqlEnum(
  'ContentDifferenceType',
  z.enum(Object.keys(differenceTypes) as DifferenceType[]),
  'What was changed, and how.',
  differenceTypes,
)

interface ChangeRow {
  change: SemanticChange
  differences: Differences
}

const subjectOf = (change: SemanticChange): string => {
  if ('page' in change) return change.page
  if ('file' in change) return change.file
  return 'reusable' in change ? change.reusable : change.variable
}

/** The texts of a page or reusable content before and after; those of all changes are loaded in one statement. */
async function textsOf(
  caller: Caller,
  { change, differences: { content } }: ChangeRow,
): Promise<[string, string]> {
  if (!('page' in change) && !('reusable' in change)) return ['', '']
  const was = 'before' in change ? change.before.document : undefined
  const is = 'after' in change ? change.after.document : undefined
  const load = (document: string | undefined) => caller.load(textIn, { content, document, evaluated: false })
  return Promise.all([load(was), load(is)])
}

const ChangeType = builder.objectRef<ChangeRow>('ContentDifference').implement({
  description: 'One thing that differs between two revisions.',
  fields: (t) => ({
    type: t.field({
      type: DifferenceTypeEnum,
      description: 'What was changed, and how.',
      resolve: ({ change }) => change.type,
    }),
    subjectId: t.id({
      description: 'The id of what changed, or the name of the variable.',
      resolve: ({ change }) => subjectOf(change),
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page as it is now; null when it was deleted or it is about something else.',
      resolve: ({ change, differences }, _args, { caller }) =>
        'page' in change ? caller.load(placedIn, { content: differences.content, id: change.page }) : null,
    }),
    title: t.string({
      nullable: true,
      description: 'What it is called, or was called when it is gone.',
      resolve: ({ change }) => {
        const version = 'after' in change ? change.after : change.before
        if (typeof version === 'string') return null
        return 'title' in version ? version.title : version.name
      },
    }),
    hunks: t.field({
      type: [LineHunkType],
      description: 'Which lines of its text were replaced.',
      complexity: 10,
      resolve: async (row, _args, { caller }) => {
        const [before, after] = await textsOf(caller, row)
        return lineDiffOf(before, after)
      },
    }),
  }),
})

const DifferencesType = builder.objectRef<Differences>('ContentDifferences').implement({
  description: 'What differs between two revisions.',
  fields: (t) => ({
    changes: t.field({
      type: [ChangeType],
      // The field that limits them multiplies the cost of what is selected below.
      complexity: { field: 0, multiplier: 1 },
      description:
        'The changes: pages in the order of the tree, then files, reusable contents and variables.',
      resolve: (differences) => differences.changes.map((change) => ({ change, differences })),
    }),
    more: t.exposeInt('more', { description: 'How many more there are.' }),
  }),
})

interface DiffArgs {
  limit?: number | null
}

/** Both revisions are compared whole; what is told of it is multiplied by the limit. */
const diffComplexity = ({ limit }: DiffArgs) => ({
  field: 50,
  multiplier: Math.max(1, limit ?? DEFAULT_DIFFERENCES),
})

const diff = {
  type: DifferencesType,
  complexity: diffComplexity,
  givenNames: ['spaceId', 'changeRequestId', 'revisionId'],
}
nestedField(ChangeRequestType, 'diff', listDifferences, {
  ...diff,
  description: 'What it changes.',
  given: ({ spaceId, id }) => ({ spaceId, changeRequestId: id }),
})
nestedField(RevisionType, 'diff', listDifferences, {
  ...diff,
  description: 'What it changed over the revision that it was made from.',
  given: ({ spaceId, revision }) => ({ spaceId, revisionId: revision.id }),
})
