import { z } from 'zod'
import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation } from '../../graphql/field.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { PageType, placedIn, proposedContent, RevisionType, revisionNode } from '../content/index.ts'
import type { ConflictHunk } from '../text-merge/index.ts'
import { participantById, UserType } from '../users/index.ts'
import { type ConflictRow, conflictDetail } from './conflicts/conflicts.loaders.ts'
import { Resolution } from './conflicts/conflicts.model.ts'
import { listConflicts, resolveConflict } from './conflicts/conflicts.service.ts'
import type { ConflictDetail } from './conflicts/conflicts.store.ts'
import { Lines } from './lines.graphql.ts'
import { type Merged, mergeChangeRequest, updateFromMain } from './merge.service.ts'
import { type ConflictVersion, conflictKinds } from './three-way/types.ts'

const SubjectType = z.enum(['page', 'file', 'reusable', 'variable'])

const KindEnum = graphqlEnum('ConflictKind', z.enum(conflictKinds), 'The kind of a conflict.', {
  edit_edit: 'Both sides edited the same lines or the same field.',
  edit_delete: 'One side edited what the other side deleted.',
  move_move: 'Both sides moved the page to different parents.',
  move_into_deleted: 'One side moved or added a page below a page that the other side deleted.',
  cycle: 'The moves of both sides would make pages descendants of each other.',
  slug_slug: 'Two pages with the same parent have the same slug.',
  add_add: 'Both sides added a page at the same path with different content.',
  file_file: 'Both sides replaced the same file.',
  reusable_deleted: 'One side deleted a reusable content that the other side started to use.',
  computed: 'Both sides changed the source of a computed page.',
})
const SubjectTypeEnum = graphqlEnum(
  'ConflictSubjectType',
  SubjectType,
  'The type of the resource in conflict.',
  {
    page: 'A page.',
    file: 'A file.',
    reusable: 'A reusable content.',
    variable: 'A variable of the space.',
  },
)
const ResolutionEnum = graphqlEnum('ConflictResolution', Resolution, 'How a conflict is resolved.', {
  primary: 'With the version of main content.',
  changed: 'With the version of the change request.',
  custom: 'With other content: the given changes, or changes made before.',
})
const MergeResult = graphqlEnum(
  'MergeResult',
  z.enum(['merge', 'update', 'conflicts']),
  'The outcome of a merge or an update.',
  {
    merge: 'The change request was merged into main content.',
    update: 'The change request was updated from main content.',
    conflicts: 'The change request was updated from main content and has conflicts to resolve.',
  },
)

const ConflictHunkType = builder.objectRef<ConflictHunk>('ConflictHunk').implement({
  description: 'Conflicting lines of a text.',
  fields: (t) => ({
    base: t.field({ type: Lines, description: 'The lines of the common base.', resolve: ({ base }) => base }),
    primary: t.field({
      type: Lines,
      description: 'The lines of main content.',
      resolve: ({ primary }) => primary,
    }),
    changed: t.field({
      type: Lines,
      description: 'The lines of the change request.',
      resolve: ({ changed }) => changed,
    }),
  }),
})

const Version = builder.objectRef<ConflictVersion>('ConflictVersion').implement({
  description: 'One side of a conflict.',
  fields: (t) => ({
    title: t.string({
      nullable: true,
      description: 'The title of the page or reusable content, or the name of the file, on this side.',
      resolve: ({ page, file, reusable }) => page?.title ?? file?.name ?? reusable?.title ?? null,
    }),
    slug: t.string({
      nullable: true,
      description: 'The slug of the page on this side. Null if the conflict is not about a page.',
      resolve: ({ page }) => page?.slug ?? null,
    }),
    parentId: t.id({
      nullable: true,
      description:
        'The ID of the parent of the page on this side. Null at the top level, or if the conflict is not about a page.',
      resolve: ({ page }) => page?.parent ?? null,
    }),
    markdown: t.string({
      nullable: true,
      description: 'The text on this side, if the conflict is about a text.',
      resolve: ({ markdown }, _args, { caller }) =>
        markdown === undefined ? null : caller.meter.text(markdown),
    }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value on this side, if the conflict is about a field.',
      resolve: ({ value }) => value,
    }),
  }),
})

const MergedTexts = builder.objectRef<NonNullable<ConflictDetail['resolved']>>('MergedTexts').implement({
  description:
    'A text in which everything that does not conflict is merged. The two differ only in the conflicting lines.',
  fields: (t) => ({
    primary: t.string({
      description: 'With the conflicting lines of main content.',
      resolve: ({ primary }, _args, { caller }) => caller.meter.text(primary),
    }),
    changed: t.string({
      description:
        'With the conflicting lines of the change request. The change request has this text after the update.',
      resolve: ({ changed }, _args, { caller }) => caller.meter.text(changed),
    }),
  }),
})

const versionOf =
  (name: 'base' | 'primary' | 'changed') =>
  async (row: ConflictRow, _args: object, { caller }: GraphQLContext) =>
    (await caller.load(conflictDetail, row))[name]

const ConflictNode = builder.objectRef<ConflictRow>('Conflict')
builder.objectType(ConflictNode, {
  description: 'A conflict between a change request and main content, detected by an update.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID. REST uses the same ID.' }),
    kind: t.field({
      type: KindEnum,
      description: 'The kind of the conflict.',
      resolve: ({ kind }) => kind as (typeof conflictKinds)[number],
    }),
    subjectType: t.field({
      type: SubjectTypeEnum,
      description: 'The type of the resource in conflict.',
      resolve: ({ subjectType }) => SubjectType.parse(subjectType),
    }),
    subjectId: t.exposeID('subject', {
      description: 'The ID of the page, file or reusable content, or the name of the variable.',
    }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The field in conflict. Null if the conflict is not about a field.',
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The current page of the change request.',
      resolve: async ({ subjectType, subject, changeRequestId }, _args, { caller }) => {
        const row = subjectType === 'page' ? await caller.load(changeRequestById, changeRequestId) : null
        return row && caller.load(placedIn, { content: await caller.load(proposedContent, row), id: subject })
      },
    }),
    base: t.field({
      type: Version,
      nullable: true,
      description: 'The common base of both sides.',
      resolve: versionOf('base'),
    }),
    primary: t.field({
      type: Version,
      nullable: true,
      description: 'The version of main content. Null if it was deleted there.',
      resolve: versionOf('primary'),
    }),
    changed: t.field({
      type: Version,
      nullable: true,
      description: 'The version of the change request. Null if it was deleted there.',
      resolve: versionOf('changed'),
    }),
    hunks: t.field({
      type: [ConflictHunkType],
      description:
        'The conflicting lines, if the conflict is about a text. Empty if they are too many: then the whole texts are in conflict.',
      resolve: async (row, _args, { caller }) => (await caller.load(conflictDetail, row)).hunks ?? [],
    }),
    mergedTexts: t.field({
      type: MergedTexts,
      nullable: true,
      description:
        'The merged text, with the conflicting lines of either side. Null if it is not about a text.',
      resolve: async (row, _args, { caller }) => (await caller.load(conflictDetail, row)).resolved ?? null,
    }),
    relatedIds: t.idList({
      description: 'The IDs of other pages involved.',
      resolve: async (row, _args, { caller }) => (await caller.load(conflictDetail, row)).related ?? [],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the conflict was found.' }),
    resolution: t.field({
      type: ResolutionEnum,
      nullable: true,
      description: 'The resolution. Null while the conflict is unresolved.',
      resolve: ({ resolution }) => resolution as Resolution | null,
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the conflict was resolved.',
    }),
    resolvedBy: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who resolved the conflict.',
      resolve: ({ resolvedById }, _args, { caller }) =>
        resolvedById === null ? null : caller.load(participantById, resolvedById),
    }),
  }),
})

connection(ChangeRequestType, 'conflicts', listConflicts, {
  type: connectionType('Conflict', ConflictNode),
  description: 'The conflicts that updates of this change request left, oldest first.',
})

/** The fields of the payload of a merge. */
const merged = {
  result: {
    type: MergeResult,
    description: 'The outcome.',
    from: ({ result }: Merged) => result,
  },
  revision: {
    type: RevisionType,
    description: 'The resulting revision.',
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
  description: 'Merges a change request into main content, completely or not at all.',
  payload: merged,
})

mutation('updateChangeRequestFromMain', updateFromMain, {
  description: 'Updates a change request from main content. Conflicts must be resolved before the merge.',
  payload: merged,
})

mutation('resolveConflict', resolveConflict, {
  description: 'Resolves a conflict and changes the content of the change request accordingly.',
  payload: {
    conflict: { type: ConflictNode, description: 'The conflict.', from: (row) => row },
    changeRequest: {
      type: ChangeRequestType,
      description: 'The change request after the resolution.',
      from: ({ changeRequestId }, { caller }) => caller.load(changeRequestById, changeRequestId),
    },
  },
})
