import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, route, silentRoute, type View } from '../../rest/route.ts'
import { type GitOperationRow, gitReportOf } from './git.loaders.ts'
import { GitDirection, GitProvider, GitResult, GitStage, GitState, reportLists } from './git.model.ts'
import {
  exportToGitRepository,
  getGitInfo,
  getGitOperation,
  importGitRepository,
  listGitOperations,
} from './git.service.ts'

const RestReportEntry = z
  .object({
    path: z.string(),
    from: z.string().optional(),
    reason: z.string().optional(),
    line: z.int().optional(),
  })
  .meta({ id: 'GitReportEntry' })
const lists = Object.fromEntries(reportLists.map((list) => [list, z.array(RestReportEntry)]))
const RestReport = z.object({ ...lists, more: z.int().optional() }).meta({ id: 'GitReport' })

const operationShape = {
  object: z.literal('git-operation'),
  id: z.string(),
  space: z.string(),
  direction: GitDirection,
  state: GitState,
  stage: GitStage,
  done: z.int(),
  dryRun: z
    .boolean()
    .meta({ description: 'Whether it only reports what would change, and changes nothing.' }),
  total: z.int().optional(),
  result: GitResult.optional(),
  url: z.string(),
  ref: z.string(),
  commit: z.string().optional(),
  revision: z.string().optional(),
  error: z.string().optional(),
  timestamp: Timestamp.optional(),
  actor: z.string().optional(),
  createdAt: Timestamp,
  startedAt: Timestamp.optional(),
  endedAt: Timestamp.optional(),
}
const RestOperation = z.object(operationShape).meta({ id: 'GitOperationSummary' })
const RestReported = z.object({ ...operationShape, report: RestReport }).meta({ id: 'GitOperation' })

const toRestOperation = (row: GitOperationRow): z.input<typeof RestOperation> => ({
  object: 'git-operation',
  id: row.id,
  space: row.spaceId,
  direction: GitDirection.parse(row.direction),
  state: GitState.parse(row.state),
  stage: GitStage.parse(row.stage),
  done: row.done,
  dryRun: row.dryRun,
  total: row.total ?? undefined,
  result: row.result === null ? undefined : GitResult.parse(row.result),
  url: row.address,
  ref: row.ref,
  commit: row.commit ?? undefined,
  revision: row.revisionId ?? undefined,
  error: row.error ?? undefined,
  timestamp: row.timestamp?.toISOString(),
  actor: row.createdById ?? undefined,
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString(),
  endedAt: row.endedAt?.toISOString(),
})

const toRestReported = async (row: GitOperationRow, { caller }: View) =>
  ({ ...toRestOperation(row), report: (await caller.load(gitReportOf, row.id)) ?? {} }) as z.input<
    typeof RestReported
  >

const RestGitInfo = z
  .object({
    installationId: z.string(),
    installationStatus: z.literal('active'),
    repoName: z.string().optional(),
    installationProvider: GitProvider.optional(),
    url: z.string().optional(),
    updatedAt: Timestamp.optional(),
  })
  .meta({ id: 'GitInfo' })

const path = '/spaces/:spaceId/git'

export const routes = [
  silentRoute('POST', `${path}/import`, importGitRepository, {
    summary: 'Start an import of main content from a Git repository',
  }),
  silentRoute('POST', `${path}/export`, exportToGitRepository, {
    summary: 'Start an export of main content to a Git repository',
  }),
  route('GET', `${path}/info`, getGitInfo, {
    summary: 'Get the Git repository of a space',
    response: RestGitInfo,
    // A space has its connection itself.
    present: ({ spaceId, ...info }) =>
      ({ installationId: spaceId, installationStatus: 'active', ...info }) as z.input<typeof RestGitInfo>,
  }),
  listRoute(`${path}/operations`, listGitOperations, {
    summary: 'List the Git imports and exports of a space, newest first',
    item: RestOperation,
    present: (rows) => rows.map(toRestOperation),
  }),
  route('GET', `${path}/operations/:operationId`, getGitOperation, {
    summary: 'Get a Git import or export with its report',
    response: RestReported,
    present: toRestReported,
  }),
]
