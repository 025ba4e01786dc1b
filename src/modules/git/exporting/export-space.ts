import { createCommit } from '../../../platform/git/commits.ts'
import { type LocalRepository, type TreeEntry, treeOf, typeAt } from '../../../platform/git/objects.ts'
import {
  fetchRef,
  type GitRemote,
  GitRemoteError,
  openRemote,
  pushCommit,
} from '../../../platform/git/remote.ts'
import { entriesWithin } from '../entries-within.ts'
import { GIT_LIMITS } from '../git.model.ts'
import type { OperationRun } from '../git.run.ts'
import { finishWithoutChange } from '../git.steps.ts'
import { findSyncs } from '../git.syncs.ts'
import { applyExport, authorOf } from './apply-export.ts'
import type { ExportPlan } from './export-plan.ts'
import { planExport } from './plan-export.ts'
import { startOf } from './start-of-export.ts'

/** How often a push is tried again after another one came first. */
const ATTEMPTS = 3

/** Exports main content: commits what differs onto the tip of the branch, and pushes it. */
export async function exportSpace(run: OperationRun): Promise<void> {
  const { ctx, signal } = run
  const target = await openRemote(ctx.outbound, run.url, 'git-receive-pack', signal)
  const source = await openRemote(ctx.outbound, run.url, 'git-upload-pack', signal)
  await ctx.git.withCache(run.cacheKey, async (repository) => {
    for (let attempt = 1; ; attempt++) {
      if (await exportOnce(run, repository, { source, target })) return
      if (attempt === ATTEMPTS) {
        throw new GitRemoteError(
          `The branch moved during each of ${ATTEMPTS} attempts to push. Try again when there are no other pushes.`,
        )
      }
    }
  })
}

/** False if another push came first. */
async function exportOnce(
  run: OperationRun,
  repository: LocalRepository,
  { source, target }: { source: GitRemote; target: GitRemote },
): Promise<boolean> {
  const { ctx, row, options, space, signal } = run
  await run.stage('repo_fetch')
  const tip = await fetchRef(repository, source, row.ref, { maxBytes: GIT_LIMITS.bytes }, signal)
  const syncs = await findSyncs(ctx.database, space.id, run.syncKey)
  const start = await startOf(run, { repository, source, tip }, syncs)
  await run.stage('config_check')
  const entries = await entriesOf(repository, start.commit, options.directory, signal)
  await run.stage('content_process')
  const plan = await planExport(run, { ...start, repository, entries })
  run.reportOnFailure(plan.report)
  if (options.dryRun) {
    const result = plan.hasChanges ? 'applied' : 'unchanged'
    await run.caller.call(finishWithoutChange, {
      operationId: row.id,
      finished: { result, report: plan.report },
    })
    return true
  }
  const commit = await commitOf(run, repository, start.commit, plan)
  await run.stage('finalize')
  if (commit !== undefined && commit !== tip) {
    // If this node dies after the push, the next one recognizes the commit as its own.
    await ctx.database.prisma.gitOperation.update({ where: { id: row.id }, data: { commit } })
    if (!(await pushCommit(repository, target, commit, row.ref, signal))) return false
  }
  const isNew = start.isOwn || (commit !== undefined && commit !== tip)
  await applyExport(run, plan, { commit: commit ?? '', isNew })
  return true
}

/** The files in the project directory of the commit to add to, which may have neither. */
async function entriesOf(
  repository: LocalRepository,
  commit: string | undefined,
  directory: string,
  signal: AbortSignal,
): Promise<TreeEntry[]> {
  if (commit === undefined) return []
  const type = directory === '' ? 'tree' : await typeAt(repository, commit, directory)
  if (type === 'blob') {
    throw new GitRemoteError(
      `The repository has a file at ${directory}, so it cannot be the project directory.`,
    )
  }
  return type === undefined ? [] : entriesWithin(repository, commit, directory, signal)
}

/** The commit with the content of the space: a new one, or the one to start from if nothing differs. */
async function commitOf(
  run: OperationRun,
  repository: LocalRepository,
  parent: string | undefined,
  plan: ExportPlan,
): Promise<string | undefined> {
  if (!plan.hasChanges) return parent
  const author = await authorOf(run)
  const { commitMessage: message = '' } = run.options
  const { deleted, written } = plan
  const commit = await createCommit(repository, { parent, message, author, deleted, written }, run.signal)
  // Files that were written with the bytes that they had already.
  const isSame =
    parent !== undefined && (await treeOf(repository, commit)) === (await treeOf(repository, parent))
  return isSame ? parent : commit
}
