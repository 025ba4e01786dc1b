import type { InputRef } from '@pothos/core'
import type { z } from 'zod'
import { DomainError } from '../../core/errors.ts'
import { boundOperations } from '../../graphql/bindings.ts'
import { builder } from '../../graphql/builder.ts'
import { callWith, idempotencyKeyDescription } from '../../graphql/conditions.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { inputType, leaveOutNulls } from '../../graphql/input.ts'
import { ChangeRequestType } from '../change-requests/index.ts'
import { changeContent } from './changes.service.ts'
import { FileType, RevisionType } from './content.graphql.ts'
import { fileRow, placedIn } from './content.loaders.ts'
import { type Content, contentAt } from './content.places.ts'
import type { ChangeResult } from './pages/batch.ts'
import { ContentChange, LinkTargetKind, NewPageType } from './pages/changes.model.ts'
import { PageType } from './pages/pages.graphql.ts'

graphqlEnum('NewPageType', NewPageType, 'What kind of page to insert.')
graphqlEnum('LinkTargetKind', LinkTargetKind, 'What a link in the table of contents leads to.')

type AnyObject = z.ZodObject<Record<string, z.ZodType>>

const camel = (text: string) => text.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Each kind of change with its name in GraphQL, from the one schema that both doors are checked by. */
const kinds = (ContentChange.options as unknown as AnyObject[]).map((schema) => {
  const operation = String((schema.shape.operation as unknown as { value: string }).value)
  const field = camel(operation)
  const type = inputType(`${field.charAt(0).toUpperCase()}${field.slice(1)}Change`, schema, {
    description: `What the change ${field} takes.`,
    omit: ['operation'],
  })
  return { operation, field, schema, type }
})

const ContentChangeInput = builder.inputType('ContentChangeInput', {
  description: 'One change of a batch: exactly one of these.',
  fields: (t) =>
    Object.fromEntries(
      kinds.map(({ field, type }) => [
        field,
        t.field({ type: type as InputRef<unknown>, description: `Does ${field}.` }),
      ]),
    ),
})

const ChangeContentInput = builder.inputType('ChangeContentInput', {
  description: 'What changeContent takes.',
  fields: (t) => ({
    spaceId: t.id({ required: true, description: 'The space.' }),
    changeRequestId: t.id({
      description:
        'The change request, by id or number; main content of a space that is edited live when left out.',
    }),
    changes: t.field({
      type: [ContentChangeInput],
      required: true,
      description: 'What to change, in this order; all of it or nothing.',
    }),
    idempotencyKey: t.string({ description: idempotencyKeyDescription }),
  }),
})

/** The form that the operation knows: the kind as a member among the others. */
function changeFrom(input: Record<string, unknown>, at: number): unknown {
  const given = kinds.filter(({ field }) => input[field] != null)
  const [kind] = given
  if (!kind || given.length > 1) {
    throw new DomainError('invalid_input', `changes.${at}: Name exactly one change.`, [
      { path: ['changes', at], message: 'Name exactly one change.' },
    ])
  }
  return { ...(leaveOutNulls(kind.schema, input[kind.field]) as object), operation: kind.operation }
}

interface ResultRow {
  result: ChangeResult
  content: Content
}

const ChangeResultType = builder.objectRef<ResultRow>('ContentChangeResult').implement({
  description: 'What one change did.',
  fields: (t) => ({
    kind: t.string({ description: 'For example `created_page`.', resolve: ({ result }) => result.kind }),
    ref: t.string({
      nullable: true,
      description: 'The name that the batch gave it.',
      resolve: ({ result }) => ('ref' in result ? result.ref : null),
    }),
    subjectId: t.id({
      description: 'The id of the page, file or reusable content, or the name of the variable.',
      resolve: ({ result }) => ('id' in result ? result.id : result.name),
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page as it is now.',
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
        result.kind === 'created_file' && result.file ? fileRow(content, result.id, result.file) : null,
    }),
  }),
})

interface ShownChanges {
  content: Content
  results: ChangeResult[]
}

const ChangeContentPayload = builder.objectRef<ShownChanges>('ChangeContentPayload').implement({
  description: 'What changeContent gives back.',
  fields: (t) => ({
    revision: t.field({
      type: RevisionType,
      description: 'The content after the changes.',
      resolve: ({ content }) => content,
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request, when it is its content that changed.',
      resolve: ({ content }) => content.changeRequest,
    }),
    changes: t.field({
      type: [ChangeResultType],
      description: 'What each change did.',
      resolve: ({ results, content }) => results.map((result) => ({ result, content })),
    }),
  }),
})

boundOperations.add(changeContent.id)
builder.mutationField('changeContent', (t) =>
  t.field({
    type: ChangeContentPayload,
    nullable: true,
    description:
      'Changes pages, files, variables and reusable contents by a batch that holds whole or not at all.',
    complexity: 10,
    args: { input: t.arg({ type: ChangeContentInput, required: true, description: 'What to do.' }) },
    resolve: async (_root, { input }, { caller }) => {
      const { place, results } = await callWith(caller, changeContent, input, () => ({
        spaceId: input.spaceId,
        changeRequestId: input.changeRequestId ?? undefined,
        changes: input.changes.map((change, at) => changeFrom(change as Record<string, unknown>, at)),
      }))
      return { results, content: await caller.load(contentAt, place) }
    },
  }),
)
