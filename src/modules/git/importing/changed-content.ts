import type { GitSync } from '../../../generated/prisma/client.ts'
import {
  type LocalRepository,
  type TreeChange,
  treeChanges,
  treeEntriesAt,
} from '../../../platform/git/objects.ts'
import { flattened, type RepositoryContent, recordOf, repositoryThreads } from '../../import/index.ts'
import { findNames, nameOf } from '../../links/index.ts'
import { NO_EDITS, type PageRecord, type Snapshot } from '../../revisions/index.ts'
import { ReportBuilder } from '../git.report.ts'
import type { OperationRun } from '../git.run.ts'
import type { ImportPlan } from './import-plan.ts'

/** Commits with more changes are read completely. */
const MAX_CHANGES = 200

interface Since {
  own: GitSync
  commit: string
  /** The content of the last sync. */
  snapshot: Snapshot
}

/**
 * What a commit changes in a few pages, without reading the others. Undefined if it changes anything else, such as the
 * table of contents, so that all of it has to be read.
 */
export async function changedContent(
  run: OperationRun,
  repository: LocalRepository,
  { own, commit, snapshot }: Since,
): Promise<Pick<ImportPlan, 'edits' | 'report'> | undefined> {
  const { ctx, options, signal, space } = run
  const { directory } = options
  const changes = await treeChanges(repository, [own.commit, commit], {
    folder: directory,
    maxChanges: MAX_CHANGES,
    signal,
  })
  const report = new ReportBuilder()
  if (changes?.length === 0) return { edits: NO_EDITS, report: report.build() }
  if (!changes) return undefined
  if (!changes.every((change) => isEditOfPage(change, own, directory))) return undefined
  const paths = changes.map(({ path }) => path)
  const known = await pagesAt(run, snapshot, paths)
  if (!known) return undefined
  await run.stage('content_process')
  const entries = await treeEntriesAt(repository, commit, paths)
  const task = { repository, entries, directory, known: new Map() }
  const content = await repositoryThreads.content(task, signal, space.organizationId)
  if (content.refused.length > 0) return undefined
  const pages = new Map<string, PageRecord>()
  const documents = new Map<string, string>()
  for (const { page } of flattened(content.pages)) {
    const found = page.git && known.get(page.git.path)
    if (!found || !page.git) continue
    // Without a title of its own, its entry in the table of contents decides.
    if (page.stated.title === undefined) return undefined
    const { id, was } = found
    const named = { ...page, ...(was.linkTitle ? { linkTitle: was.linkTitle } : {}) }
    pages.set(id, recordOf(named, was, was.parent, new Set(), ctx.now()))
    if (page.document !== undefined && page.markdown !== undefined)
      documents.set(page.document, page.markdown)
    report.add('changed', { path: page.git.path })
  }
  if (pages.size !== paths.length || space.deletedAt) return undefined
  return { edits: { ...NO_EDITS, pages, documents }, report: report.build() }
}

function isEditOfPage({ path, status, mode }: TreeChange, own: GitSync, directory: string): boolean {
  const { summary } = own.settings as unknown as RepositoryContent['settings']
  const relative = directory === '' ? path : path.slice(directory.length + 1)
  return (
    status === 'M' &&
    (mode === '100644' || mode === '100755') &&
    /\.(?:md|markdown)$/i.test(path) &&
    relative !== summary &&
    !/(?:^|\/)\./.test(relative) &&
    !own.refused.includes(path)
  )
}

/** The pages of the last sync by path. Undefined if one of them is not in main content under that path any more. */
async function pagesAt({ ctx, space }: OperationRun, snapshot: Snapshot, paths: readonly string[]) {
  const names = await findNames(ctx.database, space.id, paths.map(nameOf))
  const ids = names.filter(({ kind }) => kind === 'page').map(({ id }) => id)
  const records = await snapshot.pages(ids)
  const found = new Map(
    [...records].flatMap(([id, was]) => (was.git ? [[was.git.path, { id, was }] as const] : [])),
  )
  return paths.every((path) => found.has(path)) ? found : undefined
}
