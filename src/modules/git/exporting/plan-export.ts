import { posix } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { GitSync, Revision } from '../../../generated/prisma/client.ts'
import type { Database } from '../../../platform/database.ts'
import type { FileChange } from '../../../platform/git/commits.ts'
import type { LocalRepository, TreeEntry } from '../../../platform/git/objects.ts'
import { type PageTree, readTree } from '../../content/index.ts'
import { repositoryThreads, type TreeSettings } from '../../import/index.ts'
import {
  type BlobStorage,
  diffRevisions,
  type FileRecord,
  findBlob,
  type GitOrigin,
  type PageRecord,
  type ReusableRecord,
  type RevisionDiff,
  Snapshot,
  type Variables,
} from '../../revisions/index.ts'
import type { GitReport } from '../git.model.ts'
import { ExportPaths } from './export-paths.ts'
import { bytesOf, exportedReusable, exportedText, oidOf } from './exported-text.ts'
import { FilePlan } from './file-plan.ts'
import { hasFile, outlineOf, pagesIn } from './outline.ts'
import type { ExportStart } from './start-of-export.ts'
import { isTextOnly } from './text-only.ts'
import { variablesText } from './variables-text.ts'

/** A computed export. */
export interface ExportPlan {
  hasChanges: boolean
  deleted: string[]
  written: FileChange[]
  report: GitReport
  /** Origins that differ from those in the revision, by id. */
  origins: { pages: Map<string, GitOrigin>; files: Map<string, GitOrigin>; reusables: Map<string, GitOrigin> }
  revision: Revision
  summary: string | undefined
  settings: TreeSettings
  refused: string[]
  /** See `GitSync`. */
  isPartial: boolean
}

/** What is exported, and where to. */
export interface ExportTarget {
  ctx: { database: Database; files: BlobStorage['files'] }
  /** The folder of the repository for the content. */
  options: { directory: string }
  space: { id: string; organizationId: string }
}

interface Planning extends ExportStart {
  /** The repository with the entries; undefined if there are none. */
  repository: LocalRepository | undefined
  entries: readonly TreeEntry[]
}

const DEFAULTS: TreeSettings = { root: '', readme: 'README.md', summary: 'SUMMARY.md', redirects: {} }
const TEXTS_AT_ONCE = 200

/** Computes which files differ between the space and the commit to add to. */
export async function planExport(run: ExportTarget, planning: Planning): Promise<ExportPlan> {
  const { base, revision } = planning
  const diff = base && (await diffRevisions(run.ctx.database, base, revision))
  return new Planner(run, planning, diff).plan()
}

class Planner {
  readonly #run: ExportTarget
  readonly #planning: Planning
  readonly #diff: RevisionDiff | undefined
  readonly #snapshot: Snapshot
  readonly #settings: TreeSettings
  readonly #files: FilePlan
  readonly #paths: ExportPaths
  /** Files of the last sync whose pages, files or includes have changed. */
  #former: readonly string[] = []
  readonly #origins: ExportPlan['origins'] = { pages: new Map(), files: new Map(), reusables: new Map() }

  constructor(run: ExportTarget, planning: Planning, diff: RevisionDiff | undefined) {
    this.#run = run
    this.#planning = planning
    this.#diff = diff
    this.#snapshot = new Snapshot(run.ctx.database, planning.revision)
    const { sync } = planning
    this.#settings = { ...DEFAULTS, ...(sync?.settings as unknown as TreeSettings | undefined) }
    this.#files = new FilePlan(planning.repository, planning.entries, sync?.refused ?? [])
    const formerDirectory = sync?.directory ?? run.options.directory
    const layout = { directory: run.options.directory, formerDirectory, root: this.#settings.root }
    this.#paths = new ExportPaths(layout, new Map(planning.entries.map(({ path, oid }) => [path, oid])))
  }

  async plan(): Promise<ExportPlan> {
    const { sync, revision } = this.#planning
    let summary = sync?.summary ?? undefined
    if (isTextOnly(this.#planning, this.#diff, this.#run.options.directory)) await this.#planTexts()
    else {
      const tree = await readTree(this.#snapshot)
      const titles = await this.#planPages(tree)
      await this.#planReusables()
      await this.#planFiles()
      await this.#planVariables()
      await this.#planRemovals()
      summary = await this.#planSummary(tree, titles, summary)
      this.#planSettings()
    }
    return {
      ...this.#files.build(),
      origins: this.#origins,
      revision,
      summary,
      settings: this.#settings,
      refused: [...this.#files.refused],
      isPartial: sync?.isPartial ?? false,
    }
  }

  async #planTexts(): Promise<void> {
    const changed = [...(this.#diff?.pages ?? [])].flatMap(([id, { after }]) =>
      after ? [{ id, page: after }] : [],
    )
    for (const { id, page, source } of await this.#withSources(changed)) {
      if (page.git) this.#writeText(id, page, page.git.path, exportedText(page, source).text)
    }
  }

  /** Plans the files of pages. Returns the path of each, and whether its text has the title. */
  async #planPages(tree: readonly PageTree[]): Promise<Map<string, { path: string; hasOwnTitle: boolean }>> {
    const titles = new Map<string, { path: string; hasOwnTitle: boolean }>()
    const wanted: { id: string; page: PageRecord; path: string }[] = []
    const nodes = [...pagesIn(tree)].filter(hasFile)
    const written = await this.#writtenPages(nodes)
    for (const node of nodes) {
      const { id, page } = node
      const path = this.#paths.ofPage(node, node.pages.length > 0, written.get(id))
      titles.set(id, { path, hasOwnTitle: true })
      this.#files.kept.add(path)
      if (this.#diff === undefined || this.#diff.pages.has(id) || page.git?.path !== path) {
        wanted.push({ id, page, path })
      }
    }
    for (let at = 0; at < wanted.length; at += TEXTS_AT_ONCE) {
      await nextTurn()
      for (const { id, page, path, source } of await this.#withSources(
        wanted.slice(at, at + TEXTS_AT_ONCE),
      )) {
        const { text, hasOwnTitle } = exportedText(page, source)
        titles.set(id, { path, hasOwnTitle })
        this.#writeText(id, page, path, text)
      }
    }
    return titles
  }

  /** The object ids of pages whose files a node that died may have pushed. */
  async #writtenPages(nodes: readonly PageTree[]): Promise<Map<string, string>> {
    const written = new Map<string, string>()
    for (let at = 0; this.#planning.isOwn && at < nodes.length; at += TEXTS_AT_ONCE) {
      for (const { id, page, source } of await this.#withSources(nodes.slice(at, at + TEXTS_AT_ONCE))) {
        written.set(id, oidOf(bytesOf(exportedText(page, source).text, page.git?.bom === true)))
      }
    }
    return written
  }

  async #withSources<T extends { page: PageRecord }>(
    items: readonly T[],
  ): Promise<(T & { source: string })[]> {
    const hashes = items.flatMap(({ page }) => page.document ?? [])
    const texts = await this.#snapshot.documents([...new Set(hashes)])
    return items.map((item) => ({ ...item, source: texts.get(item.page.document ?? '') ?? '' }))
  }

  #writeText(id: string, page: PageRecord, path: string, text: string): void {
    const bytes = bytesOf(text, page.git?.bom === true)
    const oid = oidOf(bytes)
    if (!this.#files.write(path, oid, async () => bytes, page.git?.path)) return
    const origin: GitOrigin = { oid, path, ...(page.git?.bom ? { bom: true } : {}) }
    if (page.git?.oid !== oid || page.git.path !== path) this.#origins.pages.set(id, origin)
  }

  async #writtenReusable(record: ReusableRecord): Promise<string | undefined> {
    if (!this.#planning.isOwn || record.git) return undefined
    const texts = await this.#snapshot.documents(record.document ? [record.document] : [])
    return oidOf(Buffer.from(exportedReusable(record, texts.get(record.document ?? '') ?? '')))
  }

  async #planReusables(): Promise<void> {
    const all = await this.#snapshot.allReusables()
    const wanted: { id: string; record: ReusableRecord; path: string }[] = []
    for (const [id, record] of all) {
      const path = this.#paths.ofReusable(record, await this.#writtenReusable(record))
      this.#files.kept.add(path)
      if (this.#diff === undefined || this.#diff.reusables.has(id) || record.git?.path !== path) {
        wanted.push({ id, record, path })
      }
    }
    const texts = await this.#snapshot.documents(wanted.flatMap(({ record }) => record.document ?? []))
    for (const { id, record, path } of wanted) {
      const text = exportedReusable(record, texts.get(record.document ?? '') ?? '')
      const bytes = bytesOf(text, record.git?.bom === true)
      const oid = oidOf(bytes)
      if (!this.#files.write(path, oid, async () => bytes, record.git?.path)) continue
      if (record.git?.oid !== oid || record.git.path !== path) {
        this.#origins.reusables.set(id, { oid, path, ...(record.git?.bom ? { bom: true } : {}) })
      }
    }
  }

  async #planFiles(): Promise<void> {
    const { ctx, space } = this.#run
    const storage = { db: ctx.database, files: ctx.files }
    for (const [id, file] of await this.#snapshot.allFiles()) {
      const written = this.#planning.isOwn && !file.git ? await findBlob(storage, space.id, file.blob) : null
      const path = this.#paths.ofFile(file, written ? oidOf(written) : undefined)
      this.#files.kept.add(path)
      const isKnown = this.#diff !== undefined && !this.#diff.files.has(id)
      if (isKnown && file.git?.path === path) continue
      const read = async () => (await findBlob(storage, space.id, file.blob)) ?? Buffer.alloc(0)
      // Its object id is known unless it was uploaded to the space.
      const oid = file.git?.oid ?? oidOf(await read())
      if (!this.#files.write(path, oid, read, file.git?.path)) continue
      if (file.git?.oid !== oid || file.git.path !== path) this.#origins.files.set(id, { oid, path })
    }
  }

  async #planVariables(): Promise<void> {
    const path = posix.join(this.#paths.top, '.gitbook/vars.yaml')
    const variables = this.#planning.revision.variables as Variables
    const text = variablesText(variables, await this.#files.textAt(path))
    if (text === null) this.#files.deleted.add(path)
    else if (text !== undefined) {
      const bytes = Buffer.from(text)
      this.#files.write(path, oidOf(bytes), async () => bytes)
    }
  }

  /** Files of the last sync whose pages are gone. Files that were never content stay. */
  async #planRemovals(): Promise<void> {
    const { sync } = this.#planning
    this.#former = sync ? await this.#formerPaths(sync) : []
    for (const path of this.#former) this.#files.remove(path)
  }

  async #formerPaths(sync: GitSync): Promise<string[]> {
    const { database } = this.#run.ctx
    if (sync.directory !== this.#run.options.directory) return []
    type Gone = Pick<PageRecord | FileRecord, 'git'>
    if (this.#diff) {
      const { pages, files, reusables } = this.#diff
      const changes: { before: Gone | null }[] = [...pages.values(), ...files.values(), ...reusables.values()]
      return changes.flatMap(({ before }) => before?.git?.path ?? [])
    }
    const row = await database.prisma.revision.findUnique({ where: { id: sync.revisionId } })
    if (!row) return []
    const snapshot = new Snapshot(database, row)
    const records: Gone[] = [
      ...(await snapshot.allPages()).values(),
      ...(await snapshot.allFiles()).values(),
      ...(await snapshot.allReusables()).values(),
    ]
    return records.flatMap(({ git }) => git?.path ?? [])
  }

  async #planSummary(
    tree: readonly PageTree[],
    titles: ReadonlyMap<string, { path: string; hasOwnTitle: boolean }>,
    synced: string | undefined,
  ): Promise<string> {
    const { directory } = this.#run.options
    const path = posix.join(directory, this.#settings.summary)
    const current = await this.#files.textAt(path)
    const text = current ?? synced
    const outline = outlineOf(tree, titles)
    const task = {
      outline,
      path,
      root: this.#paths.top,
      text,
      gone: this.#former.filter((each) => !this.#files.kept.has(each)),
      refused: [...this.#files.refused],
      isPartial: this.#planning.sync?.isPartial ?? false,
    }
    const next = await repositoryThreads.summary(task, this.#run.space.organizationId)
    const wanted = next ?? text ?? ''
    const bytes = Buffer.from(wanted)
    if (wanted !== current) this.#files.write(path, undefined, async () => bytes)
    return wanted
  }

  /** A new repository gets the settings of the one that the space came from. */
  #planSettings(): void {
    const { source } = this.#settings
    if (this.#planning.commit !== undefined || source === undefined) return
    const bytes = Buffer.from(source.text)
    this.#files.write(posix.join(this.#run.options.directory, source.path), undefined, async () => bytes)
  }
}
