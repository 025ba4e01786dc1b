import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import type { Caller } from '../../../core/operations/caller.ts'
import { builder, type Types } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { ChangeRequestType } from '../../change-requests/index.ts'
import { type LineHunk, lineDiffOf } from '../../documents/index.ts'
import { textIn } from '../content.evaluation.ts'
import { RevisionType } from '../content.graphql.ts'
import { placedIn } from '../content.loaders.ts'
import { PageType } from '../pages/pages.graphql.ts'
import type { SemanticChange } from './diff.ts'
import {
  type Difference,
  listChangeRequestDifferences,
  listRevisionDifferences,
  subjectOf,
} from './differences.service.ts'
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

/** The texts of a page or reusable content before and after; those of all changes are loaded in one statement. */
async function textsOf(caller: Caller, { change, content }: Difference): Promise<[string, string]> {
  if (!('page' in change) && !('reusable' in change)) return ['', '']
  const was = 'before' in change ? change.before.document : undefined
  const is = 'after' in change ? change.after.document : undefined
  const load = (document: string | undefined) => caller.load(textIn, { content, document, evaluated: false })
  return Promise.all([load(was), load(is)])
}

const ChangeType = builder.objectRef<Difference>('ContentDifference').implement({
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
      resolve: ({ change, content }, _args, { caller }) =>
        'page' in change ? caller.load(placedIn, { content, id: change.page }) : null,
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

const ChangeConnection = connectionType(
  'ContentDifference',
  ChangeType as unknown as ObjectRef<Types, Difference>,
)
/** Both revisions are compared whole, whatever part of the result is returned. */
const cost = 50

connection(ChangeRequestType, 'diff', listChangeRequestDifferences, {
  type: ChangeConnection,
  description: 'What it changes.',
  cost,
})
connection(RevisionType, 'diff', listRevisionDifferences, {
  type: ChangeConnection,
  description: 'What it changed over the revision that it was made from.',
  cost,
})
