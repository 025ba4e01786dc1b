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
import { viewedProgress } from '../viewed/viewed-progress.ts'
import { changedAttributes } from './changed-attributes.ts'
import {
  type Difference,
  listChangeRequestDifferences,
  listRevisionDifferences,
  subjectOf,
} from './differences.service.ts'
import type { SemanticChange } from './semantic-changes.ts'
import { type UnchangedLines, withContext } from './with-context.ts'

/** A hunk, and what is around it in the text after the change. */
interface ShownHunk extends LineHunk {
  context: UnchangedLines
}

const MAX_CONTEXT = 100
const contextArgs = builder.args((t) => ({
  lines: t.int({ defaultValue: 3, description: `The number of lines, 0 to ${MAX_CONTEXT}.` }),
}))
const contextOf = (lines: number | null | undefined) => Math.min(Math.max(lines ?? 3, 0), MAX_CONTEXT)

const LineHunkType = builder.objectRef<ShownHunk>('LineHunk').implement({
  description: 'A block of changed lines.',
  fields: (t) => ({
    before: t.field({ type: Lines, description: 'The lines before.', resolve: ({ before }) => before }),
    after: t.field({ type: Lines, description: 'The lines after.', resolve: ({ after }) => after }),
    leading: t.field({
      type: Lines,
      args: contextArgs,
      description:
        'The unchanged lines above it, at most up to the previous hunk. Numbered as in the text after the change.',
      resolve: ({ context }, { lines }) => context.above(contextOf(lines)),
    }),
    trailing: t.field({
      type: Lines,
      args: contextArgs,
      description:
        'The unchanged lines below it, at most up to the next hunk. Numbered as in the text after the change.',
      resolve: ({ context }, { lines }) => context.below(contextOf(lines)),
    }),
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

const AttributeType = builder
  .objectRef<{ name: string; before?: unknown; after?: unknown }>('AttributeDifference')
  .implement({
    description: 'A value that a change changed.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'The name of the value, such as `title` or `slug`.' }),
      before: t.field({
        type: 'JSON',
        nullable: true,
        description: 'The value before. Null if there was none.',
        resolve: ({ before }) => before ?? null,
      }),
      after: t.field({
        type: 'JSON',
        nullable: true,
        description: 'The value after. Null if there is none.',
        resolve: ({ after }) => after ?? null,
      }),
    }),
  })

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
    before: t.field({
      type: PageType,
      nullable: true,
      description:
        'The page before the change. Null if it was created, or if the change is not about a page.',
      resolve: ({ change, earlier }, _args, { caller }) =>
        'page' in change && 'before' in change
          ? caller.load(placedIn, { content: earlier, id: change.page })
          : null,
    }),
    attributes: t.field({
      type: [AttributeType],
      description:
        'The values that differ, besides the text and the position: of an edited page or reusable content, of a file, or the `value` of a variable.',
      resolve: (row, _args, { urls }) =>
        Object.entries(changedAttributes(row, urls)).flatMap(([name, values]) =>
          name === 'document' ? [] : [{ name, ...values }],
        ),
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
        const hunks = await lineDiffOf(before, after, caller.viewer?.userId)
        return withContext(hunks, after)
      },
    }),
  }),
})

const ChangeConnection = connectionType('ContentDifference', ChangeType)
/** Both revisions are compared completely, whatever part of the result is returned. */
const cost = 50

const ProgressType = builder.objectRef<{ pages: number; viewed: number }>('ViewedProgress').implement({
  description: 'How much of a change request you have viewed.',
  fields: (t) => ({
    pages: t.exposeInt('pages', { description: 'The number of pages that the change request changes.' }),
    viewed: t.exposeInt('viewed', {
      description: 'The number of those that you have marked as viewed since they last changed.',
    }),
  }),
})

builder.objectField(ChangeRequestType, 'viewedProgress', (t) =>
  t.field({
    type: ProgressType,
    description: 'How many of the changed pages you have marked as viewed.',
    complexity: cost,
    resolve: (changeRequest, _args, { caller }) => caller.load(viewedProgress, changeRequest),
  }),
)

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
