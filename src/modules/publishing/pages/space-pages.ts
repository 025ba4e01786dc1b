import { withComputedPages } from '../../content/index.ts'
import { type FolderRecord, folderOf, type PlacedPage, ROOT_FOLDER, Snapshot } from '../../revisions/index.ts'
import { conditionsMetBy, type SiteSpaceRow } from '../../sites/index.ts'
import type { Reader } from '../reading/visits.ts'
import { firstText } from './nearest-text.ts'

/** The pages of a site space that a reader sees. Each part of the tree is read once. */
export class SpacePages {
  readonly row: SiteSpaceRow
  readonly snapshot: Snapshot
  readonly #reader: Reader
  readonly #children = new Map<string, readonly PlacedPage[]>()
  readonly #hasComputed: boolean

  constructor(reader: Reader, row: SiteSpaceRow) {
    this.#reader = reader
    this.row = row
    const content = reader.known.contents.get(row.spaceId)
    this.#hasComputed = content?.hasComputed ?? false
    this.snapshot = new Snapshot(
      reader.ctx.db,
      content ?? {
        spaceId: row.spaceId,
        pagesRoot: null,
        foldersRoot: null,
        filesRoot: null,
        reusablesRoot: null,
        variables: {},
      },
    )
  }

  /**
   * Reads the branch of a page, which is the root and the pages along these ids with everything next to them, in a few
   * statements, however deep it is. All else reads from it.
   */
  async readBranch(ids: readonly string[]): Promise<void> {
    const folders = await this.snapshot.folders([ROOT_FOLDER, ...ids])
    const shown = childrenIn(folders)
    const pages = await this.snapshot.pages([...new Set([...ids, ...shown])])
    const below = await this.snapshot.folders(shown)
    // Groups are headings of their pages, so a few are shown open.
    const groups = shown.filter((id) => pages.get(id)?.type === 'group' && below.has(id))
    if (groups.length === 0 || shown.length + groups.length >= MAX_OPEN) return
    const inside = childrenIn(new Map(groups.map((id) => [id, below.get(id) ?? { pages: [] }])))
    await Promise.all([this.snapshot.pages(inside), this.snapshot.folders(inside)])
  }

  /** Reads the pages below several parents at once: two statements. */
  async readBelow(parents: readonly (PlacedPage | null)[]): Promise<void> {
    const missing = parents.filter((parent) => !this.#children.has(folderOf(parent?.id ?? null)))
    if (missing.length === 0) return
    const folders = await this.snapshot.folders(missing.map((parent) => folderOf(parent?.id ?? null)))
    const ids = [...folders.values()].flatMap(({ pages }) => pages.map(([id]) => id))
    const pages = await this.snapshot.pages(ids)
    for (const parent of missing) {
      const folder = folderOf(parent?.id ?? null)
      const above = parent ? [{ id: parent.id, page: parent.page }, ...parent.above] : []
      const stored = (folders.get(folder)?.pages ?? []).flatMap(([id]) => {
        const page = pages.get(id)
        return page ? [{ id, page, above }] : []
      })
      this.#children.set(folder, await this.#visible(await this.#expanded(stored)))
    }
  }

  /** The pages below a parent that the reader sees, in order, hidden ones included. */
  async below(parent: PlacedPage | null): Promise<readonly PlacedPage[]> {
    await this.readBelow([parent])
    return this.#children.get(folderOf(parent?.id ?? null)) ?? []
  }

  /** The same without pages that are not in the table of contents. */
  async listedBelow(parent: PlacedPage | null): Promise<readonly PlacedPage[]> {
    return (await this.below(parent)).filter(({ page }) => !page.hidden)
  }

  /** The same for several parents: two statements. */
  readonly listedBelowEach = async (
    parents: readonly PlacedPage[],
  ): Promise<readonly (readonly PlacedPage[])[]> => {
    await this.readBelow(parents)
    return Promise.all(parents.map((parent) => this.listedBelow(parent)))
  }

  /** Whether pages have pages below them. One statement for all of them. */
  async withChildren(pages: readonly PlacedPage[]): Promise<ReadonlySet<string>> {
    const folders = await this.snapshot.folders(pages.map(({ id }) => id))
    return new Set([...folders].flatMap(([id, folder]) => (folder.pages.length > 0 ? [id] : [])))
  }

  /** The page at the end of a chain of ids, from the root; null if the reader does not see all of them. */
  async along(ids: readonly string[]): Promise<PlacedPage | null> {
    const records = await this.snapshot.pages(ids)
    let found: PlacedPage | null = null
    const chain: PlacedPage[] = []
    for (const id of ids) {
      const page = records.get(id)
      if (!page) return null
      found = { id, page, above: found ? [{ id: found.id, page: found.page }, ...found.above] : [] }
      chain.push(found)
    }
    const visible = await this.#visible(chain)
    return visible.length === chain.length ? found : null
  }

  /** Pages by their ids, as far as the reader sees them and everything above them. */
  async byId(ids: readonly string[]): Promise<ReadonlyMap<string, PlacedPage>> {
    const placed = await this.snapshot.placed(ids)
    const visible = await this.visible([...placed.values()])
    return new Map(visible.map((page) => [page.id, page]))
  }

  /** Pages whose conditions, and those of the pages above them, the reader meets. */
  async visible<Page extends PlacedPage>(pages: readonly Page[]): Promise<Page[]> {
    const conditionsOf = ({ page, above }: PlacedPage) =>
      [page, ...above.map((each) => each.page)].flatMap(({ condition }) => condition ?? [])
    const met = await this.#met(pages.flatMap(conditionsOf))
    return pages.filter((page) => conditionsOf(page).every((each) => met.has(each)))
  }

  /** The first page with a text below a parent, in the order of the table of contents. */
  async first(parent: PlacedPage | null = null): Promise<PlacedPage | null> {
    return firstText(await this.listedBelow(parent), this.listedBelowEach)
  }

  /** A computed page by its id: that of its source, and its key. */
  async computed(id: string): Promise<PlacedPage | null> {
    const at = id.lastIndexOf('_')
    if (!this.#hasComputed || at < 0) return null
    const source = (await this.byId([id.slice(0, at)])).get(id.slice(0, at))
    if (!source) return null
    const [parent] = source.above
    const siblings = await this.below(parent ? { ...parent, above: source.above.slice(1) } : null)
    return siblings.find((page) => page.id === id) ?? null
  }

  async #visible(pages: readonly PlacedPage[]): Promise<PlacedPage[]> {
    const met = await this.#met(pages.flatMap(({ page }) => page.condition ?? []))
    return pages.filter(({ page }) => page.condition === undefined || met.has(page.condition))
  }

  #met(conditions: readonly string[]): Promise<ReadonlySet<string>> {
    return conditions.length === 0
      ? Promise.resolve(new Set<string>())
      : this.#reader.seesAll
        ? Promise.resolve(new Set(conditions))
        : conditionsMetBy(conditions, this.#reader.claims)
  }

  async #expanded(stored: readonly PlacedPage[]): Promise<readonly PlacedPage[]> {
    if (!this.#hasComputed) return stored
    return withComputedPages(this.#reader.ctx.db, this.#reader.known.site.organizationId, stored)
  }
}

/** Groups are open while the table of contents has fewer entries than this. The others are loaded when they are opened. */
export const MAX_OPEN = 300

const childrenIn = (folders: ReadonlyMap<string, FolderRecord>): string[] =>
  [...folders.values()].flatMap(({ pages }) => pages.map(([id]) => id))
