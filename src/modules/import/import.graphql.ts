import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, queryField } from '../../graphql/field.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { addJobFields, RevisionType, revisionNode } from '../content/index.ts'
import { SpaceType } from '../spaces/index.ts'
import { type ImportRow, importById, importReportOf } from './import.loaders.ts'
import { ImportMode, ImportSourceField, ImportStage, ImportState } from './import.model.ts'
import { getImport, importIntoChangeRequest, listImports } from './import.service.ts'
import { importInPlace } from './import-in-place.ts'
import type { SkippedResource } from './types.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Import: ImportRow
  }
}

const SourceEnum = graphqlEnum('ImportSource', ImportSourceField, 'The type of an import source.', {
  website: 'A website.',
  zip: 'A ZIP archive.',
  markdown: 'A Markdown file.',
  html: 'An HTML page.',
  docx: 'A Word document.',
  'github-wiki': 'The wiki of a GitHub repository.',
  confluence: 'Confluence. Not supported.',
  notion: 'Notion. Not supported.',
  'google-docs': 'Google Docs. Not supported.',
})
const ModeEnum = graphqlEnum('ImportMode', ImportMode, 'How an import is combined with existing content.', {
  update:
    'Pages, files and reusable contents are recognized by path, then by content, and pages also by similar text. They are changed, and all others stay.',
  add: 'Everything is added after what is there.',
  replace: 'Like `update`, and what is not imported is deleted.',
})
const StateEnum = graphqlEnum('ImportState', ImportState, 'The state of an import.', {
  running: 'It waits or runs in the background.',
  success: 'It was applied.',
  failure: 'It failed, and changed nothing.',
  cancelled: 'It was cancelled, and changed nothing.',
})
const StageEnum = graphqlEnum('ImportStage', ImportStage, 'The stage of an import.', {
  fetch: 'The source is downloaded. The progress is in bytes.',
  read: 'Pages and files are read and stored. The progress is in files.',
  write: 'The revision is written. The progress is in pages and files.',
})

const SkippedType = builder.objectRef<SkippedResource>('SkippedResource').implement({
  description: 'A file or page that an import skipped.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Its path in the source, or its title.' }),
    reason: t.exposeString('reason', { description: 'Why it was skipped.' }),
    line: t.int({
      nullable: true,
      description: 'The line that the reason is about, from 1.',
      resolve: ({ line }) => line,
    }),
  }),
})
const RedirectType = builder.objectRef<{ from: string; to: string }>('ImportedRedirect').implement({
  description: 'A redirect in the settings of imported content.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The old path.' }),
    to: t.exposeString('to', { description: 'The path of the file of the target page.' }),
  }),
})

export const ImportType = builder.prismaNode('Import', {
  description: 'An import of content into a change request.',
  id: { field: 'id', description: 'The ID. REST uses the same one.' },
  fields: (t) => ({
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request.',
      resolve: ({ changeRequestId }, _args, { caller }) => caller.load(changeRequestById, changeRequestId),
    }),
    source: t.field({
      type: SourceEnum,
      description: 'The type of the source.',
      resolve: ({ source }) => ImportSourceField.parse(source),
    }),
    url: t.expose('address', {
      type: 'URL',
      description: 'The URL of the source, without credentials and query.',
    }),
    mode: t.field({
      type: ModeEnum,
      description: 'How it is combined with existing content.',
      resolve: ({ mode }) => ImportMode.parse(mode),
    }),
    state: t.field({
      type: StateEnum,
      description: 'Its state.',
      resolve: ({ state }) => ImportState.parse(state),
    }),
    stage: t.field({
      type: StageEnum,
      description: 'The stage that it reached.',
      resolve: ({ stage }) => ImportStage.parse(stage),
    }),
    done: t.exposeInt('done', { description: 'What is done of the stage.' }),
    total: t.exposeInt('total', {
      nullable: true,
      description: 'All that is to be done in the stage. Null if it is not known.',
    }),
    importedResources: t.exposeInt('importedResources', {
      description: 'The number of imported pages, files and reusable contents.',
    }),
    totalResources: t.exposeInt('totalResources', {
      description: 'The number of resources that were found at the source.',
    }),
    skippedResources: t.exposeInt('skippedResources', {
      description: 'The number of resources that were skipped.',
    }),
    skipped: t.field({
      type: [SkippedType],
      description: 'The first 1000 resources that were skipped.',
      resolve: async ({ id }, _args, { caller }) => (await caller.load(importReportOf, id))?.skipped ?? [],
    }),
    redirects: t.field({
      type: [RedirectType],
      description: 'The redirects in the settings of the content.',
      resolve: async ({ id }, _args, { caller }) => {
        const { redirects = {} } = (await caller.load(importReportOf, id))?.settings ?? {}
        return Object.entries(redirects).map(([from, to]) => ({ from, to }))
      },
    }),
  }),
})
addJobFields(ImportType, { revision: 'The revision after the import. Null unless it was applied.' })

export const ImportConnection = connectionType('Import', ImportType)

connection(SpaceType, 'imports', listImports, {
  type: ImportConnection,
  description: 'The imports into its change requests, newest first.',
})

queryField('import', getImport, {
  type: ImportType,
  description: 'An import.',
  rename: { importId: 'id' },
  omit: ['spaceId', 'organizationId'],
})

mutation('importContent', importIntoChangeRequest, {
  description:
    'Imports content into a change request, in one revision. Files that cannot be used are skipped. Archives of more than 8 MiB are imported in the background: the state of the import is then RUNNING.',
  payload: {
    import: {
      type: ImportType,
      description: 'The import.',
      from: ({ row }) => row,
    },
    revision: {
      type: RevisionType,
      description: 'The revision of the change request: after the import, or before one in the background.',
      from: ({ revisionId }, { caller }) => caller.load(revisionNode, revisionId),
    },
    changeRequest: {
      type: ChangeRequestType,
      description: 'The change request.',
      from: ({ row }, { caller }) => caller.load(changeRequestById, row.changeRequestId),
    },
    importedResources: {
      type: 'Int',
      description: 'The number of imported pages and files.',
      from: ({ row }) => row.importedResources,
    },
    totalResources: {
      type: 'Int',
      description: 'The number of pages and files found at the source.',
      from: ({ row }) => row.totalResources,
    },
    skipped: {
      type: [SkippedType],
      description: 'The first 1000 files and pages that were skipped.',
      from: ({ report }) => report.skipped,
    },
  },
})

mutation('importContentInPlace', importInPlace, {
  description:
    'Imports content into the main content of a space, or below a page, in one revision. Files that cannot be used are skipped. Archives of more than 8 MiB can be imported into change requests only, by `importContent`.',
  payload: {
    revision: {
      type: RevisionType,
      description: 'The revision after the import.',
      from: ({ revisionId }, { caller }) => caller.load(revisionNode, revisionId),
    },
    importedResources: {
      type: 'Int',
      description: 'The number of imported pages and files.',
      from: ({ importedResources }) => importedResources,
    },
    totalResources: {
      type: 'Int',
      description: 'The number of pages and files found at the source.',
      from: ({ totalResources }) => totalResources,
    },
    skipped: {
      type: [SkippedType],
      description: 'The first 1000 files and pages that were skipped.',
      from: ({ skipped }) => skipped,
    },
  },
})

eventSubject({ name: 'import', within: 'space', what: 'the import', type: ImportType, loader: importById })
