import { posix } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../../platform/database.ts'
import type { LocalRepository, TreeEntry } from '../../../platform/git/objects.ts'
import { readTree } from '../../content/index.ts'
import { type Moves, type OutlineItem, repositoryThreads, type TreeSettings } from '../../import/index.ts'
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
import type { Layout } from './export-paths.ts'
import type { ExportPlan, Mark } from './export-plan.ts'
import { bytesOf, exportedReusable, exportedText, oidOf } from './exported-text.ts'
import { FilePlan } from './file-plan.ts'
import { type ListedFile, outlineOf } from './outline.ts'
import { planSettings, planVariables } from './plan-settings.ts'
import { type Placed, type SpaceContent, type SpaceFiles, spaceFiles } from './space-files.ts'
import type { ExportStart } from './start-of-export.ts'
import { isTextOnly } from './text-only.ts'

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

/** What a plan says about the repository as a whole. */
type Planned = Pick<ExportPlan, 'settings' | 'summary' | 'moves'>

/** A page or an include. */
type Text = Pick<PageRecord | ReusableRecord, 'git' | 'document'>

interface Sourced {
  text: string
  /** Whether links in it lead to files that move. */
  isRelinked: boolean
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
  readonly #storage: BlobStorage
  readonly #settings: TreeSettings
  readonly #files: FilePlan
  readonly #layout: Layout
  readonly #marks: ExportPlan['marks'] = { pages: new Map(), files: new Map(), reusables: new Map() }

  constructor(run: ExportTarget, planning: Planning, diff: RevisionDiff | undefined) {
    this.#run = run
    this.#planning = planning
    this.#diff = diff
    const { database, files } = run.ctx
    this.#snapshot = new Snapshot(database, planning.revision)
    this.#storage = { db: database, files }
    const { sync } = planning
    this.#settings = { ...DEFAULTS, ...(sync?.settings as unknown as TreeSettings | undefined) }
    this.#files = new FilePlan(planning.repository, planning.entries, sync?.refused ?? [])
    const { directory } = run.options
    const formerDirectory = sync?.directory ?? directory
    this.#layout = { directory, formerDirectory, root: this.#settings.root }
  }

  async plan(): Promise<ExportPlan> {
    const { sync, revision } = this.#planning
    const isText = isTextOnly(this.#planning, this.#diff, this.#run.options.directory)
    const known = { settings: this.#settings, summary: sync?.summary ?? undefined, moves: new Map() }
    const planned = isText ? await this.#planTexts(known) : await this.#planAll()
    return {
      ...this.#files.build(),
      ...planned,
      marks: this.#marks,
      revision,
      refused: [...this.#files.refused],
      isPartial: sync?.isPartial ?? false,
    }
  }

  async #planTexts(known: Planned): Promise<Planned> {
    const changed = [...(this.#diff?.pages ?? [])].flatMap(([id, { after }]) =>
      after?.git ? [{ id, value: after, path: after.git.path }] : [],
    )
    for (const file of await this.#withTexts(changed, new Map())) {
      this.#writeText('pages', file, exportedText(file.value, file.text).text)
    }
    return known
  }

  async #planAll(): Promise<Planned> {
    const content: SpaceContent = {
      tree: await readTree(this.#snapshot),
      reusables: await this.#snapshot.allReusables(),
      files: await this.#snapshot.allFiles(),
    }
    const { isOwn, entries } = this.#planning
    const { pages, reusables, files, moves } = await spaceFiles(content, this.#layout, {
      oids: new Map(entries.map(({ path, oid }) => [path, oid])),
      ...(isOwn ? { written: (first) => this.#writtenOids(first) } : {}),
    })
    const titles = await this.#planPages(pages, moves)
    await this.#planReusables(reusables, moves)
    await this.#planFiles(files)
    const former = await this.#formerPaths()
    for (const path of former) this.#files.remove(path)
    const settings = {
      files: this.#files,
      settings: this.#settings,
      layout: this.#layout,
      isNew: this.#planning.commit === undefined,
    }
    await planVariables(settings, this.#planning.revision.variables as Variables)
    return {
      moves,
      settings: await planSettings(settings, moves),
      summary: await this.#planSummary(outlineOf(content.tree, titles), former),
    }
  }

  /** Plans the files of pages. Returns the path of each, and whether its text has the title. */
  async #planPages(pages: readonly Placed<PageRecord>[], moves: Moves): Promise<Map<string, ListedFile>> {
    const titles = new Map<string, ListedFile>()
    for (const { id, path, value } of pages) {
      this.#files.kept.add(path)
      const former = value.git && moves.has(value.git.path) ? { former: value.git.path } : {}
      titles.set(id, { path, hasOwnTitle: true, ...former })
    }
    await this.#eachText(pages, moves, this.#diff?.pages, (file) => {
      const { text, hasOwnTitle } = exportedText(file.value, file.text)
      titles.set(file.id, { ...titles.get(file.id), path: file.path, hasOwnTitle })
      this.#writeText('pages', file, text)
    })
    return titles
  }

  async #planReusables(reusables: readonly Placed<ReusableRecord>[], moves: Moves): Promise<void> {
    for (const { path } of reusables) this.#files.kept.add(path)
    await this.#eachText(reusables, moves, this.#diff?.reusables, (file) =>
      this.#writeText('reusables', file, exportedReusable(file.value, file.text, file.path)),
    )
  }

  /** The texts that are to be written: those that have changed, that move, or whose links lead to files that move. */
  async #eachText<Value extends Text>(
    files: readonly Placed<Value>[],
    moves: Moves,
    changed: ReadonlyMap<string, unknown> | undefined,
    write: (file: Placed<Value> & Sourced) => void,
  ): Promise<void> {
    const isWanted = ({ id, value, path }: Placed<Value>): boolean =>
      changed === undefined || changed.has(id) || value.git?.path !== path
    const wanted = moves.size > 0 ? files : files.filter(isWanted)
    for (let at = 0; at < wanted.length; at += TEXTS_AT_ONCE) {
      await nextTurn()
      for (const file of await this.#withTexts(wanted.slice(at, at + TEXTS_AT_ONCE), moves)) {
        if (file.isRelinked || isWanted(file)) write(file)
      }
    }
  }

  /** The texts of files, with links to where files are after the export. */
  async #withTexts<Value extends Text>(
    files: readonly Placed<Value>[],
    moves: Moves,
  ): Promise<(Placed<Value> & Sourced)[]> {
    const hashes = files.flatMap(({ value }) => value.document ?? [])
    const sources = await this.#snapshot.documents([...new Set(hashes)])
    const texts = files.map(({ value, path }) => ({
      text: sources.get(value.document ?? '') ?? '',
      from: value.git?.path ?? path,
      to: path,
    }))
    const relinked =
      moves.size > 0 ? await repositoryThreads.relink({ texts, moves }, this.#run.space.organizationId) : []
    return files.map((file, at) => {
      const { text = '' } = texts[at] ?? {}
      return { ...file, text: relinked[at] ?? text, isRelinked: relinked[at] !== undefined }
    })
  }

  #writeText(kind: 'pages' | 'reusables', file: Placed<Text> & Sourced, exported: string): void {
    const { value, path, text, isRelinked } = file
    const bytes = bytesOf(exported, value.git?.bom === true)
    const oid = oidOf(bytes)
    if (!this.#files.write(path, { oid, bytes: async () => bytes, from: value.git })) return
    this.#mark(kind, file, oid, isRelinked ? { text } : {})
  }

  #mark(kind: keyof ExportPlan['marks'], { id, value, path }: Placed<Text>, oid: string, mark: Mark): void {
    if (value.git?.oid !== oid || value.git.path !== path) mark.git = { ...value.git, oid, path }
    if (mark.git || mark.text !== undefined) this.#marks[kind].set(id, mark)
  }

  async #planFiles(files: readonly Placed<FileRecord>[]): Promise<void> {
    for (const file of files) {
      const { id, value, path } = file
      this.#files.kept.add(path)
      const isKnown = this.#diff !== undefined && !this.#diff.files.has(id)
      if (isKnown && value.git?.path === path) continue
      const bytes = () => this.#bytesOf(value)
      // Its object id is known unless it was uploaded to the space.
      const oid = value.git?.oid ?? oidOf(await bytes())
      if (this.#files.write(path, { oid, bytes, from: value.git })) this.#mark('files', file, oid, {})
    }
  }

  #bytesOf = async ({ blob }: FileRecord): Promise<Buffer> =>
    (await findBlob(this.#storage, this.#run.space.id, blob)) ?? Buffer.alloc(0)

  /** The object ids of files that a node that died may have pushed for this operation. */
  async #writtenOids({ pages, reusables, files, moves }: SpaceFiles): Promise<Map<string, string>> {
    const written = new Map<string, string>()
    const add = (file: Placed<Text>, text: string) =>
      written.set(file.id, oidOf(bytesOf(text, file.value.git?.bom === true)))
    await this.#eachText(pages, moves, undefined, (file) =>
      add(file, exportedText(file.value, file.text).text),
    )
    await this.#eachText(reusables, moves, undefined, (file) =>
      add(file, exportedReusable(file.value, file.text, file.path)),
    )
    for (const { id, value } of files) if (!value.git) written.set(id, oidOf(await this.#bytesOf(value)))
    return written
  }

  /** The files of the last sync whose pages, files or includes have changed. Files that were never content are not among them. */
  async #formerPaths(): Promise<string[]> {
    const { sync } = this.#planning
    if (sync?.directory !== this.#run.options.directory) return []
    if (this.#diff) {
      const { pages, files, reusables } = this.#diff
      const changes: { before: Text | FileRecord | null }[] = [
        ...pages.values(),
        ...files.values(),
        ...reusables.values(),
      ]
      return changes.flatMap(({ before }) => before?.git?.path ?? [])
    }
    const { database } = this.#run.ctx
    const row = await database.prisma.revision.findUnique({ where: { id: sync.revisionId } })
    if (!row) return []
    const snapshot = new Snapshot(database, row)
    const records: { git?: GitOrigin }[] = [
      ...(await snapshot.allPages()).values(),
      ...(await snapshot.allFiles()).values(),
      ...(await snapshot.allReusables()).values(),
    ]
    return records.flatMap(({ git }) => git?.path ?? [])
  }

  async #planSummary(outline: OutlineItem[], former: readonly string[]): Promise<string> {
    const { sync } = this.#planning
    const { directory, root } = this.#layout
    const path = posix.join(directory, this.#settings.summary)
    const current = await this.#files.textAt(path)
    const text = current?.text ?? sync?.summary ?? undefined
    const task = {
      outline,
      path,
      root: posix.join(directory, root),
      text,
      gone: former.filter((each) => !this.#files.kept.has(each)),
      refused: [...this.#files.refused],
      isPartial: sync?.isPartial ?? false,
    }
    const next = await repositoryThreads.summary(task, this.#run.space.organizationId)
    const wanted = next ?? text ?? ''
    if (wanted !== current?.text) {
      this.#files.writeText(path, wanted, current ?? this.#settings.summaryFile)
    }
    return wanted
  }
}
