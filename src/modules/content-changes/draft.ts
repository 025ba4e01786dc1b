import {
  type ContentEdits,
  type FileRecord,
  type FolderRecord,
  folderOf,
  hashOf,
  isSameContent,
  type Nodes,
  type PageRecord,
  type ReusableRecord,
  readPaths,
  type Snapshot,
  type Variables,
} from '../revisions/index.ts'

const MAX_DEPTH = 100

/** A revision in progress: changes on top of existing content. Nothing is written until all changes are applied. */
export class Draft {
  readonly snapshot: Snapshot
  readonly #pages = new Map<string, PageRecord | null>()
  readonly #folders = new Map<string, FolderRecord | null>()
  readonly #files = new Map<string, FileRecord | null>()
  readonly #reusables = new Map<string, ReusableRecord | null>()
  readonly #documents = new Map<string, string>()
  /** Records of the existing content, as they were read. */
  readonly #read = new Map<string, PageRecord | ReusableRecord>()
  #variables: Variables | undefined

  readonly #nodes: Nodes | undefined

  /** `nodes` gets the nodes of the maps that were read, for the writer of the revision. */
  constructor(snapshot: Snapshot, nodes?: Nodes) {
    this.snapshot = snapshot
    this.#nodes = nodes
  }

  /** Reads pages that will be edited, with their texts, in one statement. */
  async readAhead(ids: readonly string[]): Promise<void> {
    if (this.#nodes) await readPaths(this.snapshot, this.#nodes, ids)
  }

  async page(id: string): Promise<PageRecord | null> {
    const known = this.#pages.get(id)
    return known !== undefined ? known : this.#noted(id, (await this.snapshot.pages([id])).get(id))
  }

  /** The direct children of a page, in order. */
  async below(parent: string | null): Promise<FolderRecord['pages']> {
    const id = folderOf(parent)
    const known = this.#folders.get(id)
    const folder = known !== undefined ? known : (await this.snapshot.folders([id])).get(id)
    return folder?.pages ?? []
  }

  async file(id: string): Promise<FileRecord | null> {
    const known = this.#files.get(id)
    return known !== undefined ? known : ((await this.snapshot.files([id])).get(id) ?? null)
  }

  async reusable(id: string): Promise<ReusableRecord | null> {
    const known = this.#reusables.get(id)
    return known !== undefined ? known : this.#noted(id, (await this.snapshot.reusables([id])).get(id))
  }

  #noted<Noted extends PageRecord | ReusableRecord>(id: string, record: Noted | undefined): Noted | null {
    if (record) this.#read.set(id, record)
    return record ?? null
  }

  /** A record with the time of its edit. One that is as it was before all changes was not edited. */
  edited<Edited extends PageRecord | ReusableRecord>(id: string, next: Edited, now: Date): Edited {
    const before = this.#read.get(id)
    // Ids of pages and of reusable contents differ.
    return isSameContent(before, next) ? (before as Edited) : { ...next, updatedAt: now.toISOString() }
  }

  /** The source of a page. Empty if it has none. */
  async sourceOf({ document }: Pick<PageRecord, 'document'>): Promise<string> {
    if (document === undefined) return ''
    const known = this.#documents.get(document)
    return known ?? (await this.snapshot.documents([document])).get(document) ?? ''
  }

  /** Stores a source text and returns its hash. An empty text is not stored. */
  keep(source: string): string | undefined {
    if (source === '') return undefined
    const hash = hashOf(source)
    this.keepAs(hash, source)
    return hash
  }

  /** Stores a source text whose hash is known. */
  keepAs(hash: string, source: string): void {
    this.#documents.set(hash, source)
  }

  setPage(id: string, page: PageRecord): void {
    this.#pages.set(id, page)
  }

  /** Sets the direct children of a page, for callers that place many at once. */
  setFolder(parent: string | null, pages: FolderRecord['pages']): void {
    this.#folders.set(folderOf(parent), { pages })
  }

  setFile(id: string, file: FileRecord | null): void {
    this.#files.set(id, file)
  }

  setReusable(id: string, reusable: ReusableRecord | null): void {
    this.#reusables.set(id, reusable)
  }

  setVariables(variables: Variables): void {
    this.#variables = variables
  }

  async variables(): Promise<Variables> {
    return this.#variables ?? (await this.snapshot.variables())
  }

  /** Adds a page to its parent, at a position among its siblings or at the end. */
  async place(id: string, page: PageRecord, at?: number): Promise<void> {
    const siblings = (await this.below(page.parent)).filter(([sibling]) => sibling !== id)
    siblings.splice(at ?? siblings.length, 0, [id, page.slug])
    this.#folders.set(folderOf(page.parent), { pages: siblings })
    this.#pages.set(id, page)
  }

  /** Removes a page from the list of its parent. The page itself is kept until it is placed again or removed. */
  async lift(id: string, page: PageRecord): Promise<void> {
    const rest = (await this.below(page.parent)).filter(([sibling]) => sibling !== id)
    this.#folders.set(folderOf(page.parent), rest.length > 0 ? { pages: rest } : null)
  }

  /** Changes the slug in the list of the parent, which is used to look up paths. */
  async rename(id: string, page: PageRecord): Promise<void> {
    const pages = (await this.below(page.parent)).map((entry): [string, string] =>
      entry[0] === id ? [id, page.slug] : entry,
    )
    this.#folders.set(folderOf(page.parent), { pages })
    this.#pages.set(id, page)
  }

  /** Removes a page and its descendants. */
  async remove(id: string, page: PageRecord): Promise<void> {
    await this.lift(id, page)
    await this.#forget([id])
  }

  /** Reads one level at a time, so the statements do not depend on the number of pages. */
  async #forget(ids: readonly string[]): Promise<void> {
    for (let level = ids; level.length > 0; ) {
      await this.snapshot.folders(level.filter((id) => !this.#folders.has(id)))
      const below: string[] = []
      for (const id of level) {
        const children = await this.below(id)
        this.#pages.set(id, null)
        if (children.length > 0) this.#folders.set(id, null)
        for (const [child] of children) below.push(child)
      }
      level = below
    }
  }

  /** Whether a page is another page or a descendant of it. */
  async isWithin(id: string | null, ancestor: string): Promise<boolean> {
    let at = id
    for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
      if (at === ancestor) return true
      at = (await this.page(at))?.parent ?? null
    }
    return false
  }

  /** The number of ancestors of this page. */
  async depthOf(parent: string | null): Promise<number> {
    let depth = 0
    for (let at = parent; at !== null; at = (await this.page(at))?.parent ?? null) depth++
    return depth
  }

  edits(): ContentEdits {
    return {
      pages: this.#pages,
      folders: this.#folders,
      files: this.#files,
      reusables: this.#reusables,
      documents: this.#documents,
      ...(this.#variables ? { variables: this.#variables } : {}),
    }
  }
}
