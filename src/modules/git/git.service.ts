import { holdsScope } from '../../core/access/viewer.ts'
import { DomainError, forbidden, notFound } from '../../core/errors.ts'
import type { Context, PrepareContext, WriteContext } from '../../core/operations/context.ts'
import { listOperation, preparedOperation, readOperation } from '../../core/operations/operation.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { requireGit } from '../import/index.ts'
import { getSpaceRow, mayEdit, reachOf } from '../spaces/index.ts'
import { type GitOperationRow, getGitOperationRow, gitOperationsOfSpace } from './git.loaders.ts'
import {
  ExportToGitRepository,
  GetGitInfo,
  GetGitOperation,
  GIT_LIMITS,
  type GitInfo,
  ImportGitRepository,
  ListGitOperations,
  ListGitOperationsFilters,
} from './git.model.ts'
import { insertOperation, type NewOperation } from './git.requests.ts'

/** A space whose Git operations the caller may start. */
export async function getTriggerable(ctx: Context, { spaceId }: { spaceId: string }): Promise<Space> {
  const space = await getSpaceRow(ctx.reads, spaceId)
  if (mayEdit(await reachOf(ctx.reads, spaceId))) return space
  throw forbidden('You need the edit role or higher in this space to import from or export to Git.')
}

type Requested = Pick<NewOperation, 'direction' | 'ref' | 'options'> & {
  url: string
  timestamp?: string | undefined
}

/** Checks that Git can run at all, and encrypts the URL. */
export async function prepareUrl({ tools }: PrepareContext, { url }: { url: string }): Promise<string> {
  await requireGit(tools.git)
  return tools.secrets.seal(url)
}

/**
 * A URL without credentials that is the one of the connection of the space is used with its credentials, so that nobody
 * has to enter them again. Only with the branch and the folder of the connection: they were not given for others.
 */
async function sealedFor(
  ctx: WriteContext,
  spaceId: string,
  { url, ref, options: { directory } }: Requested,
  sealedUrl: string,
): Promise<string> {
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') return sealedUrl
  const where = { spaceId, address: withoutCredentials(url), ref, directory }
  const connection = await ctx.tx.gitConnection.findFirst({ where, select: { sealedUrl: true } })
  return connection?.sealedUrl ?? sealedUrl
}

/** Records an operation, and the job that runs it. */
async function requestOperation(
  ctx: WriteContext,
  space: Space,
  requested: Requested,
  sealedUrl: string,
): Promise<GitOperationRow> {
  const { direction, url, ref, timestamp, options } = requested
  const { id: spaceId } = space
  const waiting = await ctx.tx.gitOperation.count({ where: { spaceId, state: 'running' } })
  if (waiting >= GIT_LIMITS.waiting) {
    const message = `${waiting} Git operations of this space are waiting; at most ${GIT_LIMITS.waiting} can wait. Try again later.`
    throw new DomainError('rate_limited', message)
  }
  return insertOperation(ctx.tx, {
    spaceId,
    direction,
    address: withoutCredentials(url),
    ref,
    sealedUrl: await sealedFor(ctx, spaceId, requested, sealedUrl),
    options,
    timestamp: timestamp === undefined ? null : new Date(timestamp),
    createdById: ctx.viewer.userId,
    createdAt: ctx.now(),
  })
}

export function withoutCredentials(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}

/** Starts an import of main content from a repository. */
export const importGitRepository = preparedOperation({
  id: 'git.import',
  input: ImportGitRepository,
  scope: 'space:write',
  authorize: getTriggerable,
  prepare: prepareUrl,
  run: (ctx, { url, ref, timestamp, repoProjectDirectory: directory = '', ...input }, space, sealed) => {
    const { repoCacheID, repoTreeURL, repoCommitURL, gitInfo, dryRun, force, standalone, bypassRules } = input
    const urls = { repoCacheID, repoTreeURL, repoCommitURL, gitInfo }
    const readsSpecs = holdsScope(ctx.viewer, 'openapi:read')
    const options = { ...urls, directory, dryRun, force, standalone, bypassRules, readsSpecs }
    return requestOperation(ctx, space, { direction: 'import', url, ref, timestamp, options }, sealed)
  },
})

/** Starts an export of main content to a branch of a repository. */
export const exportToGitRepository = preparedOperation({
  id: 'git.export',
  input: ExportToGitRepository,
  scope: 'space:write',
  authorize: getTriggerable,
  prepare: prepareUrl,
  run: (ctx, { url, ref, timestamp, repoProjectDirectory: directory = '', ...input }, space, sealed) => {
    const { repoCacheID, repoTreeURL, repoCommitURL, gitInfo, dryRun, force, commitMessage } = input
    const urls = { repoCacheID, repoTreeURL, repoCommitURL, gitInfo }
    const options = { ...urls, directory, dryRun, force, standalone: false, readsSpecs: false, commitMessage }
    return requestOperation(ctx, space, { direction: 'export', url, ref, timestamp, options }, sealed)
  },
})

/** The repository of a space. */
export const getGitInfo = readOperation({
  id: 'git.info',
  input: GetGitInfo,
  scope: 'space:read',
  read: async (ctx, { spaceId }): Promise<GitInfo & { spaceId: string }> => {
    const { gitSync } = await getSpaceRow(ctx.reads, spaceId)
    if (gitSync === null) throw notFound('A Git repository of this space')
    return { ...(gitSync as unknown as GitInfo), spaceId }
  },
})

export const listGitOperations = listOperation({
  id: 'git.listOperations',
  input: ListGitOperations,
  filters: ListGitOperationsFilters,
  scope: 'space:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  list: () => gitOperationsOfSpace,
})

export const getGitOperation = readOperation({
  id: 'git.getOperation',
  input: GetGitOperation,
  scope: 'space:read',
  read: (ctx, place) => getGitOperationRow(ctx.reads, place),
})
