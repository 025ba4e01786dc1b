import type { Revision } from '../../../generated/prisma/client.ts'
import { commitFacts, type LocalRepository, type TreeEntry, typeAt } from '../../../platform/git/objects.ts'
import { fetchRef, GitRemoteError, openRemote } from '../../../platform/git/remote.ts'
import {
  editsOfPages,
  flattened,
  matchPages,
  type RepositoryContent,
  repositoryThreads,
  slugPathOf,
} from '../../import/index.ts'
import { type ContentEdits, NO_EDITS, Snapshot } from '../../revisions/index.ts'
import { entriesWithin } from '../entries-within.ts'
import { GIT_LIMITS } from '../git.model.ts'
import { ReportBuilder } from '../git.report.ts'
import type { OperationRun } from '../git.run.ts'
import { findSyncs } from '../git.syncs.ts'
import { applyImport } from './apply-import.ts'
import { changedContent } from './changed-content.ts'
import type { ImportPlan } from './import-plan.ts'
import { editsOfFiles, editsOfReusables } from './incoming-files.ts'
import { refuseHiddenSpecs } from './refuse-hidden-specs.ts'

/** Imports a commit: fetches and reads it, and merges it into the space. */
export async function importRepository(run: OperationRun): Promise<void> {
  const { ctx, row, signal } = run
  const remote = await openRemote(ctx.outbound, run.url, 'git-upload-pack', signal)
  await ctx.git.withCache(run.cacheKey, async (repository) => {
    await run.stage('repo_fetch')
    const commit = await fetchRef(repository, remote, row.ref, { maxBytes: GIT_LIMITS.bytes }, signal)
    if (commit === undefined) {
      throw new GitRemoteError(`The repository has no ${row.ref}. Check the name of the branch.`)
    }
    const plan = await planOf(run, repository, commit)
    await run.stage('finalize')
    await applyImport(run, plan)
  })
}

/** What the import of a commit would change. */
async function planOf(run: OperationRun, repository: LocalRepository, commit: string): Promise<ImportPlan> {
  const { ctx, options, space, signal } = run
  const { own, latest } = await findSyncs(ctx.database, space.id, run.syncKey)
  const sync = own ?? latest
  const base = sync && (await ctx.database.prisma.revision.findUnique({ where: { id: sync.revisionId } }))
  const facts = await commitFacts(repository, commit)
  const common = { commit: facts, syncKey: run.syncKey, base: base ?? undefined }
  const kept = own && {
    settings: own.settings as unknown as RepositoryContent['settings'],
    summary: own.summary ?? undefined,
    refused: own.refused,
    isPartial: own.isPartial,
  }
  const isWhole = own?.isPartial === false
  if (isWhole && own.commit === commit && base && kept) {
    return { ...common, ...kept, edits: NO_EDITS, report: new ReportBuilder().build() }
  }
  await run.stage('config_check')
  const snapshot = base && new Snapshot(ctx.database, base)
  if (isWhole && kept && snapshot) {
    const changed = await changedContent(run, repository, { own, commit, snapshot })
    if (changed) return { ...common, ...kept, ...changed }
  }
  const entries = await entriesOf(repository, commit, options.directory, signal)
  await run.stage('content_process', 0, entries.length)
  const read = await readContent(run, repository, entries, base ?? undefined)
  return { ...common, ...read }
}

/** The files of the project directory, within the limits. */
async function entriesOf(
  repository: LocalRepository,
  commit: string,
  directory: string,
  signal: AbortSignal,
): Promise<TreeEntry[]> {
  if (directory !== '' && (await typeAt(repository, commit, directory)) !== 'tree') {
    throw new GitRemoteError(
      `The repository has no folder ${directory}. Check repoProjectDirectory, which counts from the top.`,
    )
  }
  return entriesWithin(repository, commit, directory, signal)
}

async function readContent(
  run: OperationRun,
  repository: LocalRepository,
  entries: readonly TreeEntry[],
  base: Revision | undefined,
): Promise<Pick<ImportPlan, 'edits' | 'report' | 'settings' | 'summary' | 'refused' | 'isPartial'>> {
  const { ctx, options, space, signal } = run
  const db = ctx.database
  const current = await db.prisma.revision.findUniqueOrThrow({ where: { id: space.revisionId } })
  // A space that was never synced lends its ids to pages with the same path.
  const snapshot = new Snapshot(db, base ?? current)
  const [pages, folders, files, reusables] = [
    await snapshot.allPages(),
    await snapshot.allFolders(),
    base ? await snapshot.allFiles() : new Map(),
    base ? await snapshot.allReusables() : new Map(),
  ]
  const known = new Map(
    base
      ? [...pages.values(), ...reusables.values()].flatMap(({ git, document }) =>
          git ? [[git.path, { oid: git.oid, document }] as const] : [],
        )
      : [],
  )
  const { directory } = options
  const content = await repositoryThreads.content(
    { repository, entries, directory, known },
    signal,
    space.organizationId,
  )
  const report = new ReportBuilder()
  for (const each of content.ignored) report.add('ignored', each)
  for (const each of content.refused) report.add('refused', each)
  const now = ctx.now()
  const incoming = flattened(content.pages)
  const { isPartial } = await refuseHiddenSpecs(run, incoming, content.summary?.path ?? '', report)
  run.reportOnFailure(report.build())
  const { root } = content.settings
  const top = [directory, root].filter((part) => part !== '').join('/')
  const matched = await matchPages(
    incoming,
    {
      pages,
      documents: (hashes) => snapshot.documents(hashes),
      ...(base ? {} : { slugPathOf: (path) => slugPathOf(path, top) }),
    },
    (gone, added) => repositoryThreads.similar(gone, added, space.organizationId),
  )
  const refused = new Set(content.refused.map(({ path }) => path))
  const others = base ? ('delete' as const) : ('ignore' as const)
  const before = { pages, folders, others }
  const pageEdits = await editsOfPages(incoming, matched, before, now, report)
  const textEdits = editsOfReusables(content.reusables, reusables, refused, now, report)
  const isStored = !options.dryRun
  const storage = { db, files: run.ctx.files }
  const onProgress = (left: number) => run.stage('content_process', entries.length - left, entries.length)
  const reading = { storage, spaceId: space.id, repository, isStored, now, signal, onProgress }
  const edits: ContentEdits = {
    ...pageEdits,
    files: await editsOfFiles(content.files, files, refused, reading, report),
    reusables: textEdits.reusables,
    documents: new Map([...pageEdits.documents, ...textEdits.documents]),
    ...(content.variables ? { variables: content.variables } : {}),
  }
  return {
    edits,
    report: report.build(),
    settings: content.settings,
    summary: content.summary?.text,
    refused: [...refused],
    isPartial,
  }
}
