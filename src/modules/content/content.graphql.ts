import type { InterfaceRef, ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { builder, type Types } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { eventSubject } from '../../graphql/event-subjects.ts'
import { nestedField } from '../../graphql/field.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { SpaceType } from '../spaces/index.ts'
import { participantById, UserType } from '../users/index.ts'
import { textIn } from './content.evaluation.ts'
import { type FileInRevision, type ReusableRow, revisionNode } from './content.loaders.ts'
import { type Content, mainContent, proposedContent } from './content.places.ts'
import {
  getFile,
  getPage,
  getPageByPath,
  getReusableContent,
  getRevision,
  listFiles,
  listPagesInOrder,
  listReusableContents,
  listRootPages,
} from './content.service.ts'
import { fileUrl } from './content.urls.ts'
import { evaluatedArgument, PageConnection, PageType } from './pages/pages.graphql.ts'

const GitOrigin = builder.objectRef<{ oid: string; path: string }>('GitOrigin').implement({
  description: 'Where something came from in a Git repository.',
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'The id of the object.' }),
    path: t.exposeString('path', { description: 'The path of the file.' }),
  }),
})

export const FileType = builder.objectRef<FileInRevision>('File')
builder.objectType(FileType, {
  description: 'A file as one revision has it.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The file as this revision has it.' }),
    fileId: t.exposeID('fileId', {
      description: 'The id of the file in every revision; REST calls this one `id`.',
    }),
    name: t.string({ description: 'Its name.', resolve: ({ file }) => file.name }),
    contentType: t.string({ description: 'What it is.', resolve: ({ file }) => file.contentType }),
    size: t.int({ description: 'Its bytes.', resolve: ({ file }) => file.size }),
    width: t.int({
      nullable: true,
      description: 'Of an image, in pixels.',
      resolve: ({ file }) => file.width,
    }),
    height: t.int({
      nullable: true,
      description: 'Of an image, in pixels.',
      resolve: ({ file }) => file.height,
    }),
    downloadURL: t.field({
      type: 'URL',
      description: 'Where its bytes are; the address expires.',
      resolve: ({ file, content }, _args, { urls }) => fileUrl(urls, content.spaceId, file),
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'Where it came from.',
      resolve: ({ file }) => file.git,
    }),
  }),
})

export const ReusableContent = builder.objectRef<ReusableRow>('ReusableContent').implement({
  description: 'A passage that many pages include.',
  fields: (t) => ({
    reusableContentId: t.exposeID('id', {
      description: 'Its id in every revision; REST calls this one `id`.',
    }),
    title: t.string({ description: 'What it is called.', resolve: ({ reusable }) => reusable.title }),
    markdown: t.string({
      description: 'Its text, as it was written.',
      args: evaluatedArgument(),
      resolve: async ({ reusable: { document }, content }, args, { caller }) =>
        caller.meter.text(
          await caller.load(textIn, { content, document, evaluated: args.evaluated ?? false }),
        ),
    }),
  }),
})

const RevisionKind = z.enum(['edits', 'merge', 'update', 'rollback', 'computed'])
const RevisionTypeEnum = graphqlEnum('RevisionType', RevisionKind, 'What made a revision.', {
  edits: 'Edits of the content.',
  merge: 'The merge of a change request into main content.',
  update: 'Main content was taken into a change request.',
  rollback: 'An earlier revision was restored.',
  computed: 'Computed content was worked out again.',
})

export const RevisionType = builder.objectRef<Content>('Revision')
builder.objectType(RevisionType, {
  description: 'An immutable state of the content of a space.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id. REST uses the same one.' }),
    type: t.field({
      type: RevisionTypeEnum,
      description: 'What made it.',
      resolve: ({ revision }) => RevisionKind.parse(revision.type),
    }),
    mergedFrom: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request that was merged, when it is a merge.',
      resolve: ({ revision: { mergedFromId } }, _args, { caller }) =>
        mergedFromId === null ? null : caller.load(changeRequestById, mergedFromId),
    }),
    parentIds: t.idList({
      description: 'The revisions that it was made from.',
      resolve: ({ revision }) => revision.parents,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ revision }) => revision.createdAt,
    }),
    createdBy: t.field({
      type: UserType,
      nullable: true,
      description: 'Who made it.',
      resolve: ({ revision }, _args, { caller }) =>
        revision.createdById === null ? null : caller.load(participantById, revision.createdById),
    }),
    variables: t.field({
      type: 'JSON',
      description: 'Variables of the space, by name.',
      resolve: ({ revision }) => revision.variables,
    }),
  }),
})

connection(RevisionType, 'files', listFiles, {
  type: connectionType('File', FileType),
  description: 'The files, oldest first.',
})

connection(RevisionType, 'pages', listRootPages, {
  type: PageConnection,
  description: 'The pages at the root, in order.',
  usualLength: 20,
})

connection(RevisionType, 'reusableContents', listReusableContents, {
  type: connectionType('ReusableContent', ReusableContent as unknown as ObjectRef<Types, ReusableRow>),
  description: 'The reusable contents, oldest first.',
})

connection(RevisionType, 'allPages', listPagesInOrder, {
  type: PageConnection,
  description: 'Every page, each before what is below it: the whole tree without nesting.',
  cost: 20,
})

/** A look-up in a revision: where is known, and what it shows of the rest is chosen by fields. */
const inRevision = {
  isLookup: true,
  given: ({ spaceId, id }: Content) => ({ spaceId, revisionId: id }),
  // The content itself, which knows the change request or the space that it was reached by.
  subject: (content: Content) => content,
  givenNames: ['spaceId', 'changeRequestId', 'revisionId'],
}
const chosenByFields = ['metadata', 'computed', 'format', 'evaluated']

nestedField(RevisionType, 'page', getPage, {
  ...inRevision,
  type: PageType as InterfaceRef<Types, unknown>,
  description: 'A page by its id.',
  rename: { pageId: 'id' },
  omit: chosenByFields,
  from: ({ row }) => row,
})
nestedField(RevisionType, 'pageByPath', getPageByPath, {
  ...inRevision,
  type: PageType as InterfaceRef<Types, unknown>,
  description: 'A page by its path.',
  rename: { pagePath: 'path' },
  omit: chosenByFields,
  from: ({ row }) => row,
})
nestedField(RevisionType, 'file', getFile, {
  ...inRevision,
  type: FileType,
  description: 'A file by its id.',
  rename: { fileId: 'id' },
  omit: chosenByFields,
  from: ({ row }) => row,
})
nestedField(RevisionType, 'reusableContent', getReusableContent, {
  ...inRevision,
  type: ReusableContent,
  description: 'A reusable content by its id.',
  rename: { reusableContentId: 'id' },
  omit: chosenByFields,
  from: ({ row }) => row,
})

builder.objectField(SpaceType, 'content', (t) =>
  t.field({
    type: RevisionType,
    description: 'Main content, as it is now.',
    resolve: (space, _args, { caller }) => caller.load(mainContent, space),
  }),
)

nestedField(SpaceType, 'revision', getRevision, {
  type: RevisionType,
  isLookup: true,
  description: 'A revision of the space by its id.',
  rename: { revisionId: 'id' },
  given: ({ id }) => ({ spaceId: id }),
  givenNames: ['spaceId', 'changeRequestId'],
  omit: chosenByFields,
  from: ({ content }) => content,
})

builder.objectField(ChangeRequestType, 'content', (t) =>
  t.field({
    type: RevisionType,
    description: 'The content that it proposes.',
    resolve: (changeRequest, _args, { caller }) => caller.load(proposedContent, changeRequest),
  }),
)

/** The revisions that REST names by their ids; those of a merge are null until there is one. */
const revisionsOfChangeRequest = {
  revision: ['Its current revision.', 'revisionId'],
  revisionInitial: ['The revision of main content that it was opened from.', 'revisionInitialId'],
  revisionMergedAncestor: [
    'The revision of main content that it was last updated from; null when it never was.',
    'revisionMergedAncestorId',
  ],
  revisionMerged: ['The revision of main content that its merge made; null until then.', 'revisionMergedId'],
} as const

for (const [name, [description, column]] of Object.entries(revisionsOfChangeRequest)) {
  builder.objectField(ChangeRequestType, name, (t) =>
    t.field({
      type: RevisionType,
      nullable: (column === 'revisionMergedAncestorId' || column === 'revisionMergedId') as false,
      description,
      resolve: (changeRequest, _args, { caller }) => {
        const id = changeRequest[column]
        // A revision outlives everything that names it.
        return (id === null ? null : caller.load(revisionNode, id)) as Promise<Content>
      },
    }),
  )
}

eventSubject({
  name: 'revision',
  within: 'space',
  what: 'the revision that it made',
  type: RevisionType,
  loader: revisionNode,
})
