import type { InterfaceRef } from '@pothos/core'
import { z } from 'zod'
import { builder, type Types } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { nestedField, queryField } from '../../graphql/field.ts'
import { typedArgsFrom } from '../../graphql/input.ts'
import { onlyId } from '../../graphql/only-id.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { SpaceType } from '../spaces/index.ts'
import { participantById, UserType } from '../users/index.ts'
import { textIn } from './content.evaluation.ts'
import { type FileInRevision, type ReusableRow, revisionNode } from './content.loaders.ts'
import { pageFormat } from './content.model.ts'
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
import { type Content, mainContent, proposedContent } from './content-scope.ts'
import { evaluatedArgument, PageConnection, PageType } from './pages/pages.graphql.ts'
import { RevisionKind, RevisionTypeEnum, RevisionUrls } from './revisions.graphql.ts'

const GitOrigin = builder.objectRef<{ oid: string; path: string }>('GitOrigin').implement({
  description: 'The origin of a resource in a Git repository.',
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'The ID of the Git object.' }),
    path: t.exposeString('path', { description: 'The path of the file.' }),
  }),
})

export const FileType = builder.objectRef<FileInRevision>('File')
builder.objectType(FileType, {
  description: 'A file in one revision.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The ID of the file in this revision. It always identifies the same content.',
    }),
    fileId: t.exposeID('fileId', {
      description: 'The ID of the file, the same in every revision. REST calls this field `id`.',
    }),
    name: t.string({ description: 'The name.', resolve: ({ file }) => file.name }),
    contentType: t.string({
      description: 'The media type of the file.',
      resolve: ({ file }) => file.contentType,
    }),
    size: t.int({ description: 'The size in bytes.', resolve: ({ file }) => file.size }),
    width: t.int({
      nullable: true,
      description: 'The size of an image in pixels. Null for other files.',
      resolve: ({ file }) => file.width,
    }),
    height: t.int({
      nullable: true,
      description: 'The size of an image in pixels. Null for other files.',
      resolve: ({ file }) => file.height,
    }),
    downloadURL: t.field({
      type: 'URL',
      description: 'The URL to download the file from. It expires.',
      resolve: ({ file, content }, _args, { urls }) => fileUrl(urls, content.spaceId, file),
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'The origin of the file in a Git repository. Null if it was not imported from Git.',
      resolve: ({ file }) => file.git,
    }),
  }),
})

export const ReusableContent = builder.objectRef<ReusableRow>('ReusableContent')
builder.objectType(ReusableContent, {
  description: 'A text that pages can include, in one revision.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The ID of the reusable content in this revision. It always identifies the same content.',
    }),
    reusableContentId: t.exposeID('reusableContentId', {
      description: 'The ID, the same in every revision. REST calls this field `id`.',
    }),
    title: t.string({ description: 'The title.', resolve: ({ reusable }) => reusable.title }),
    markdown: t.string({
      description: 'The text in Markdown.',
      args: evaluatedArgument(),
      resolve: async ({ reusable: { document }, content }, args, { caller }) =>
        caller.meter.text(
          await caller.load(textIn, { content, document, evaluated: args.evaluated ?? false }),
        ),
    }),
  }),
})

export const RevisionType = builder.objectRef<Content>('Revision')
builder.objectType(RevisionType, {
  description: 'An immutable revision of the content of a space.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID. REST uses the same ID.' }),
    type: t.field({
      type: RevisionTypeEnum,
      description: 'What created the revision.',
      resolve: ({ revision }) => RevisionKind.parse(revision.type),
    }),
    mergedFrom: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The merged change request, if the revision is a merge. Null otherwise.',
      resolve: ({ revision: { mergedFromId } }, _args, { caller }) =>
        mergedFromId === null ? null : caller.load(changeRequestById, mergedFromId),
    }),
    parentIds: t.idList({
      description: 'The IDs of the parent revisions.',
      resolve: ({ revision }) => revision.parents,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was created.',
      resolve: ({ revision }) => revision.createdAt,
    }),
    urls: t.field({
      type: RevisionUrls,
      description: 'The URLs of the revision.',
      resolve: (content) => content,
    }),
    createdBy: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who created it. Null for the system, or if the account was deleted.',
      resolve: ({ revision }, _args, { caller }) =>
        revision.createdById === null ? null : caller.load(participantById, revision.createdById),
    }),
    variables: t.field({
      type: 'JSON',
      description: 'The variables of the space, by name.',
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
  type: connectionType('ReusableContent', ReusableContent),
  description: 'The reusable contents, oldest first.',
})

connection(RevisionType, 'allPages', listPagesInOrder, {
  type: PageConnection,
  description: 'All pages in the order of the tree, each followed by its descendants.',
  cost: 20,
})

/** A look-up in a revision. The revision is the parent, and the selected fields replace the output options. */
const inRevision = {
  isLookup: true,
  given: ({ spaceId, id }: Content) => ({ spaceId, revisionId: id }),
  // The content itself, which knows the change request or the space that it was reached through.
  subject: (content: Content) => content,
  givenNames: ['spaceId', 'changeRequestId', 'revisionId'],
}
const chosenByFields = ['metadata', 'computed', 'format', 'evaluated']

nestedField(RevisionType, 'page', getPage, {
  ...inRevision,
  type: PageType as InterfaceRef<Types, unknown>,
  description: 'A page of this revision. Null if it does not exist.',
  rename: { pageId: 'id' },
  omit: chosenByFields,
  from: ({ row }) => row,
})
nestedField(RevisionType, 'pageByPath', getPageByPath, {
  ...inRevision,
  type: PageType as InterfaceRef<Types, unknown>,
  description: 'The page at a path. Null if it does not exist.',
  rename: { pagePath: 'path' },
  omit: chosenByFields,
  from: ({ row }) => row,
})
nestedField(RevisionType, 'file', getFile, {
  ...inRevision,
  type: FileType,
  description: 'A file of this revision. Null if it does not exist.',
  rename: { fileId: 'id' },
  omit: chosenByFields,
  from: ({ row }) => row,
})
nestedField(RevisionType, 'reusableContent', getReusableContent, {
  ...inRevision,
  type: ReusableContent,
  description: 'A reusable content of this revision. Null if it does not exist.',
  rename: { reusableContentId: 'id' },
  omit: chosenByFields,
  from: ({ row }) => row,
})

/** The argument of fields that return a revision. */
const computedArgument = () => typedArgsFrom(z.object({ computed: pageFormat.computed }))
const expandedIf = (computed: boolean | null | undefined, content: Content): Content =>
  computed === false ? { ...content, isExpanded: false } : content

builder.objectField(SpaceType, 'content', (t) =>
  t.field({
    type: RevisionType,
    description: 'The main content: the current revision of the space.',
    args: computedArgument(),
    resolve: async (space, { computed }, { caller }) =>
      expandedIf(computed, await caller.load(mainContent, space)),
  }),
)

nestedField(SpaceType, 'revision', getRevision, {
  type: RevisionType,
  isLookup: true,
  description: 'A revision of this space. Null if it does not exist.',
  rename: { revisionId: 'id' },
  given: ({ id }) => ({ spaceId: id }),
  givenNames: ['spaceId', 'changeRequestId'],
  omit: chosenByFields.filter((name) => name !== 'computed'),
  from: ({ content }) => content,
})

queryField('publishedContent', getRevision, {
  type: RevisionType,
  description:
    'The main content of a space. With the `apiToken` of a `PublishedPlace`, as the reader of that site sees it.',
  omit: ['changeRequestId', 'revisionId', 'metadata', 'computed'],
  from: ({ content }) => content,
})

builder.objectField(ChangeRequestType, 'content', (t) =>
  t.field({
    type: RevisionType,
    description: 'The proposed content: the current revision of the change request.',
    args: computedArgument(),
    resolve: async (changeRequest, { computed }, { caller }) =>
      expandedIf(computed, await caller.load(proposedContent, changeRequest)),
  }),
)

/** The revisions that REST identifies by id. Those of a merge are null until it is merged. */
const revisionsOfChangeRequest = {
  revision: ['The current revision of the change request.', 'revisionId'],
  revisionInitial: [
    'The revision of main content that the change request was created from.',
    'revisionInitialId',
  ],
  revisionMergedAncestor: [
    'The revision of main content that the change request was last updated from. Null if it never was.',
    'revisionMergedAncestorId',
  ],
  revisionMerged: [
    'The revision of main content that the merge created. Null until then.',
    'revisionMergedId',
  ],
} as const

for (const [name, [description, column]] of Object.entries(revisionsOfChangeRequest)) {
  builder.objectField(ChangeRequestType, name, (t) =>
    t.field({
      type: RevisionType,
      nullable: (column === 'revisionMergedAncestorId' || column === 'revisionMergedId') as false,
      description,
      resolve: (changeRequest, _args, { caller }, info) => {
        const id = changeRequest[column]
        // Not null: a revision exists as long as anything refers to it.
        if (id !== null && onlyId(info)) return { id } as Content
        return (id === null ? null : caller.load(revisionNode, id)) as Promise<Content>
      },
    }),
  )
}

eventSubject({
  name: 'revision',
  within: 'space',
  what: 'the revision that the event created',
  type: RevisionType,
  loader: revisionNode,
})
