import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, nestedField, queryField } from '../../graphql/field.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { addJobFields } from '../content/index.ts'
import { SpaceType } from '../spaces/index.ts'
import { type GitOperationRow, gitOperationById, gitReportOf } from './git.loaders.ts'
import {
  GitDirection,
  type GitInfo,
  GitProvider,
  type GitReport,
  GitResult,
  GitStage,
  GitState,
  type ReportEntry,
  reportLists,
} from './git.model.ts'
import {
  exportToGitRepository,
  getGitInfo,
  getGitOperation,
  importGitRepository,
  listGitOperations,
} from './git.service.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    GitOperation: GitOperationRow
  }
}

const ProviderEnum = graphqlEnum('GitProvider', GitProvider, 'The provider of a repository.', {
  github: 'GitHub.',
  gitlab: 'GitLab.',
})
const DirectionEnum = graphqlEnum('GitDirection', GitDirection, 'The direction of a Git operation.', {
  import: 'From the repository to the space.',
  export: 'From the space to the repository.',
})
const StateEnum = graphqlEnum('GitOperationState', GitState, 'The state of a Git operation.', {
  running: 'It waits or runs.',
  success: 'It ended without an error.',
  failure: 'It failed, and changed nothing.',
})
const StageEnum = graphqlEnum('GitOperationStage', GitStage, 'The stage of a Git operation.', {
  repo_fetch: 'The repository is fetched.',
  config_check: 'The settings and the table of contents are read.',
  content_process: 'Pages and files are read and compared.',
  finalize: 'The result is written.',
})
const ResultEnum = graphqlEnum('GitOperationResult', GitResult, 'The result of a Git operation.', {
  applied: 'There were changes, and they were applied.',
  unchanged: 'There was nothing to change.',
  skipped: 'A later state was applied before.',
})

const EntryType = builder.objectRef<ReportEntry>('GitReportEntry').implement({
  description: 'What a Git operation did with a file.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The path of the file in the repository.' }),
    from: t.string({
      nullable: true,
      description: 'The former path of a moved file.',
      resolve: ({ from }) => from ?? null,
    }),
    reason: t.string({
      nullable: true,
      description: 'Why the file was ignored or refused.',
      resolve: ({ reason }) => reason ?? null,
    }),
    line: t.int({
      nullable: true,
      description: 'The line that the reason is about, counted from 1.',
      resolve: ({ line }) => line ?? null,
    }),
  }),
})
const describedLists: Record<(typeof reportLists)[number], string> = {
  created: 'Files that are new.',
  changed: 'Files that changed.',
  moved: 'Files that have another path.',
  deleted: 'Files that were deleted.',
  ignored: 'Files that are no content.',
  refused: 'Files that cannot be used. Their pages keep their last text.',
}
const ReportType = builder.objectRef<GitReport>('GitReport').implement({
  description: 'What a Git operation did with each file. Long lists are cut.',
  fields: (t) => ({
    ...Object.fromEntries(
      reportLists.map((list) => [
        list,
        t.field({ type: [EntryType], description: describedLists[list], resolve: (report) => report[list] }),
      ]),
    ),
    more: t.int({
      description: 'The number of files that are not listed.',
      resolve: ({ more }) => more ?? 0,
    }),
  }),
})

const OperationType = builder.prismaNode('GitOperation', {
  description: 'A Git import or export of a space.',
  id: { field: 'id', description: 'The ID. REST uses the same one.' },
  fields: (t) => ({
    direction: t.field({
      type: DirectionEnum,
      description: 'Whether it imports or exports.',
      resolve: ({ direction }) => GitDirection.parse(direction),
    }),
    state: t.field({
      type: StateEnum,
      description: 'Its state.',
      resolve: ({ state }) => GitState.parse(state),
    }),
    stage: t.field({
      type: StageEnum,
      description: 'The stage that it reached.',
      resolve: ({ stage }) => GitStage.parse(stage),
    }),
    dryRun: t.exposeBoolean('dryRun', {
      description: 'Whether it only reports what would change, and changes nothing.',
    }),
    done: t.exposeInt('done', { description: 'The number of files that are done in the stage.' }),
    total: t.exposeInt('total', {
      nullable: true,
      description: 'The number of files of the stage. Null if it is not counted in files.',
    }),
    result: t.field({
      type: ResultEnum,
      nullable: true,
      description: 'Its result. Null unless it succeeded.',
      resolve: ({ result }) => (result === null ? null : GitResult.parse(result)),
    }),
    url: t.expose('address', { type: 'URL', description: 'The URL of the repository without credentials.' }),
    ref: t.exposeString('ref', { description: 'The ref in the repository.' }),
    commit: t.exposeString('commit', {
      nullable: true,
      description: 'The ID of the commit that was imported or created.',
    }),
    report: t.field({
      type: ReportType,
      description: 'What it did with each file.',
      resolve: async ({ id }, _args, { caller }) => (await caller.load(gitReportOf, id)) as GitReport,
    }),
    timestamp: t.expose('timestamp', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of the change that it is about.',
    }),
  }),
})
addJobFields(OperationType, { revision: 'The revision that was created or exported.' })

connection(SpaceType, 'gitOperations', listGitOperations, {
  type: connectionType('GitOperation', OperationType),
  description: 'Its Git imports and exports, newest first.',
})

const GitSyncType = builder.objectRef<GitInfo>('GitSync').implement({
  description: 'The repository that a space was last imported from or exported to.',
  fields: (t) => ({
    repoName: t.string({
      nullable: true,
      description: 'The name of the repository.',
      resolve: ({ repoName }) => repoName ?? null,
    }),
    installationProvider: t.field({
      type: ProviderEnum,
      nullable: true,
      description: 'The provider.',
      resolve: ({ installationProvider }) =>
        installationProvider === undefined ? null : GitProvider.parse(installationProvider),
    }),
    url: t.expose('url', { type: 'URL', description: 'The URL of the repository, without credentials.' }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last imported or exported.',
      resolve: ({ updatedAt }) => new Date(updatedAt),
    }),
  }),
})
nestedField(SpaceType, 'gitSync', getGitInfo, {
  type: GitSyncType,
  description: 'The Git repository that it was last imported from or exported to. Null if there is none.',
  given: ({ id }) => ({ spaceId: id }),
  givenNames: ['spaceId'],
  isLookup: true,
})

queryField('gitOperation', getGitOperation, {
  type: OperationType,
  description: 'A Git import or export.',
  rename: { operationId: 'id' },
  omit: ['spaceId'],
})

const operation = {
  type: OperationType,
  description: 'The operation, which runs in the background.',
  from: (row: GitOperationRow) => row,
}
mutation('importGitRepository', importGitRepository, {
  description: 'Starts an import of the main content of a space from a Git repository.',
  payload: { operation },
})
mutation('exportToGitRepository', exportToGitRepository, {
  description: 'Starts an export of the main content of a space to a branch of a Git repository.',
  payload: { operation },
})

eventSubject({
  name: 'gitOperation',
  within: 'space',
  what: 'the Git operation',
  type: OperationType,
  loader: gitOperationById,
})
