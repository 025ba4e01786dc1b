import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { builder, type Types } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import type { GraphQLContext } from '../../../graphql/context.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { mutation } from '../../../graphql/field.ts'
import { ChangeRequestType, changeRequestById } from '../../change-requests/index.ts'
import { participantById, UserType } from '../../users/index.ts'
import { type ConflictRow, conflictDetail } from '../conflicts/conflicts.loaders.ts'
import { Resolution } from '../conflicts/conflicts.model.ts'
import { listConflicts, resolveConflict } from '../conflicts/conflicts.service.ts'
import { RevisionType } from '../content.graphql.ts'
import { placedIn, revisionNode } from '../content.loaders.ts'
import { proposedContent } from '../content.places.ts'
import { PageType } from '../pages/pages.graphql.ts'
import { Lines } from './lines.graphql.ts'
import { type Merged, mergeChangeRequest, updateFromMain } from './merge.service.ts'
import { type ConflictHunk, type ConflictVersion, conflictKinds } from './types.ts'

const SubjectType = z.enum(['page', 'file', 'reusable', 'variable'])

const KindEnum = graphqlEnum('ConflictKind', z.enum(conflictKinds), 'How two sides clash.', {
  edit_edit: 'Both edited the same lines, or set the same field differently.',
  edit_delete: 'One edited what the other deleted.',
  move_move: 'Both moved it, to different parents.',
  move_into_deleted: 'One moved or added a page below a page that the other deleted.',
  cycle: 'Two moves put pages below each other.',
  slug_slug: 'Two pages of one parent have the same slug.',
  add_add: 'Both added a page at the same path, with different content.',
  file_file: 'Both replaced the same file differently.',
  reusable_deleted: 'One deleted a reusable content that the other began to use.',
  computed: 'Both changed the source of a computed page.',
})
const SubjectTypeEnum = graphqlEnum('ConflictSubjectType', SubjectType, 'What a conflict is about.', {
  page: 'A page.',
  file: 'A file.',
  reusable: 'A reusable content.',
  variable: 'A variable of the space.',
})
const ResolutionEnum = graphqlEnum('ConflictResolution', Resolution, 'How a conflict is decided.', {
  primary: 'By what main content says.',
  changed: 'By what the change request says.',
  custom: 'By something else: the given changes, or content that was changed before.',
})
const MergeResult = graphqlEnum(
  'MergeResult',
  z.enum(['merge', 'update', 'conflicts']),
  'What a merge or an update came to.',
  {
    merge: 'The change request is in main content.',
    update: 'The change request has taken main content in.',
    conflicts: 'The change request has taken main content in, and has conflicts to resolve.',
  },
)

const ConflictHunkType = builder.objectRef<ConflictHunk>('ConflictHunk').implement({
  description: 'Lines that could not be brought together.',
  fields: (t) => ({
    base: t.field({ type: Lines, description: 'What both sides came from.', resolve: ({ base }) => base }),
    primary: t.field({ type: Lines, description: 'Main content.', resolve: ({ primary }) => primary }),
    changed: t.field({ type: Lines, description: 'The change request.', resolve: ({ changed }) => changed }),
  }),
})

const Version = builder.objectRef<ConflictVersion>('ConflictVersion').implement({
  description: 'One side of a conflict.',
  fields: (t) => ({
    title: t.string({
      nullable: true,
      description: 'What the page, file or reusable content is called on this side.',
      resolve: ({ page, file, reusable }) => page?.title ?? file?.name ?? reusable?.title ?? null,
    }),
    markdown: t.string({
      nullable: true,
      description: 'The text on this side, when the conflict is about a text.',
      resolve: ({ markdown }, _args, { caller }) =>
        markdown === undefined ? null : caller.meter.text(markdown),
    }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value on this side, when the conflict is about one field.',
      resolve: ({ value }) => value,
    }),
  }),
})

const versionOf =
  (name: 'base' | 'primary' | 'changed') =>
  async (row: ConflictRow, _args: object, { caller }: GraphQLContext) =>
    (await caller.load(conflictDetail, row))[name]

const ConflictNode = builder.objectRef<ConflictRow>('Conflict')
builder.objectType(ConflictNode, {
  description: 'What an update of a change request could not bring together.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id. REST uses the same one.' }),
    kind: t.field({
      type: KindEnum,
      description: 'How the sides clash.',
      resolve: ({ kind }) => kind as (typeof conflictKinds)[number],
    }),
    subjectType: t.field({
      type: SubjectTypeEnum,
      description: 'What it is about.',
      resolve: ({ subjectType }) => SubjectType.parse(subjectType),
    }),
    subjectId: t.exposeID('subject', { description: 'Its id, or the name of the variable.' }),
    field: t.exposeString('field', { nullable: true, description: 'The field, when it is about one.' }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page as the change request has it now.',
      resolve: async ({ subjectType, subject, changeRequestId }, _args, { caller }) => {
        const row = subjectType === 'page' ? await caller.load(changeRequestById, changeRequestId) : null
        return row && caller.load(placedIn, { content: await caller.load(proposedContent, row), id: subject })
      },
    }),
    base: t.field({
      type: Version,
      nullable: true,
      description: 'What both sides came from.',
      resolve: versionOf('base'),
    }),
    primary: t.field({
      type: Version,
      nullable: true,
      description: 'Main content; null when it is not there.',
      resolve: versionOf('primary'),
    }),
    changed: t.field({
      type: Version,
      nullable: true,
      description: 'The change request; null when it is not there.',
      resolve: versionOf('changed'),
    }),
    hunks: t.field({
      type: [ConflictHunkType],
      description: 'The lines that clash, when it is about a text.',
      resolve: async (row, _args, { caller }) => (await caller.load(conflictDetail, row)).hunks ?? [],
    }),
    relatedIds: t.idList({
      description: 'Other pages that it is about.',
      resolve: async (row, _args, { caller }) => (await caller.load(conflictDetail, row)).related ?? [],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it came up.' }),
    resolution: t.field({
      type: ResolutionEnum,
      nullable: true,
      description: 'How it was decided; null while it is open.',
      resolve: ({ resolution }) => resolution as Resolution | null,
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was decided.',
    }),
    resolvedBy: t.field({
      type: UserType,
      nullable: true,
      description: 'Who decided.',
      resolve: ({ resolvedById }, _args, { caller }) =>
        resolvedById === null ? null : caller.load(participantById, resolvedById),
    }),
  }),
})

connection(ChangeRequestType, 'conflicts', listConflicts, {
  type: connectionType('Conflict', ConflictNode as unknown as ObjectRef<Types, ConflictRow>),
  description: 'What its updates could not bring together, oldest first.',
})

/** How a payload names what was brought together. */
const merged = {
  result: {
    type: MergeResult,
    description: 'What it came to.',
    from: ({ result }: Merged) => result,
  },
  revision: {
    type: RevisionType,
    description: 'The content that came of it.',
    from: ({ revisionId }: Merged, { caller }: GraphQLContext) => caller.load(revisionNode, revisionId),
  },
  changeRequest: {
    type: ChangeRequestType,
    description: 'The change request.',
    from: ({ changeRequestId }: Merged, { caller }: GraphQLContext) =>
      caller.load(changeRequestById, changeRequestId),
  },
}

mutation('mergeChangeRequest', mergeChangeRequest, {
  description: 'Brings a change request into main content, whole or not at all.',
  payload: merged,
})

mutation('updateChangeRequestFromMain', updateFromMain, {
  description: 'Takes main content into a change request. What clashes waits to be resolved.',
  payload: merged,
})

mutation('resolveConflict', resolveConflict, {
  description: 'Decides a conflict, and changes the content of the change request to what was decided.',
  payload: { conflict: { type: ConflictNode, description: 'The conflict.', from: (row) => row } },
})
