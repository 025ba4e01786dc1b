import { partsWithin } from '../../core/lists/long-values.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { Queryable, Statement } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { eachInTurns } from '../../platform/turns/turns.ts'
import { diffMaps, type MapRoot } from './node-map.ts'
import { allEntries, type EntryKey, findChains, findEntries, Nodes } from './nodes.ts'
import type { FileRecord, FolderRecord, PageRecord, ReusableRecord, Variables } from './records.ts'

/** The columns of a revision that identify its content. */
export type Roots = Pick<
  Revision,
  'spaceId' | 'pagesRoot' | 'foldersRoot' | 'filesRoot' | 'reusablesRoot' | 'variables'
> &
  Partial<Pick<Revision, 'hasComputed'>>

/** A page with its id and its ancestors, nearest first. */
export interface PlacedPage {
  id: string
  page: PageRecord
  above: { id: string; page: PageRecord }[]
}

type Slugged = Pick<PageRecord, 'slug'>

/** The slugs from the root down; links and computed pages have none. */
export const pathOf = ({ page, above }: { page: Slugged; above: readonly { page: Slugged }[] }): string =>
  [...above.map((each) => each.page.slug).reverse(), page.slug].filter((slug) => slug !== '').join('/')

/**
 * Pages with their ancestors, of any number of revisions in one statement; null for those that do not
 * exist.
 */
export async function findPlaced(db: Queryable, keys: readonly EntryKey[]): Promise<(PlacedPage | null)[]> {
  const chains = await findChains<PageRecord>(db, keys)
  return chains.map((chain) => {
    const [own, ...above] = chain.map(({ id, entry }) => ({ id, page: entry }))
    return own ? { ...own, above } : null
  })
}

// One index lookup for each, as for nodes, even while the table has no statistics yet. The length of a text
// is known without reading it, so texts beyond the limit are not read from disk.
const DOCUMENTS = statement<DocumentRow>({
  name: 'contentDocuments',
  text: `SELECT k.ord::int, octet_length(d."markdown") AS "bytes",
    CASE WHEN sum(octet_length(d."markdown")) OVER before <= $3::float8 THEN d."markdown" END AS "markdown"
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(space, hash, ord)
    CROSS JOIN LATERAL (SELECT "markdown" FROM "Document" WHERE "spaceId" = k.space AND "hash" = k.hash LIMIT 1) d
    WINDOW before AS (ORDER BY k.ord ROWS UNBOUNDED PRECEDING)`,
})

/** The key of a source text in its space. */
export interface DocumentKey {
  spaceId: string
  hash: string
}

/** The bytes of texts that one statement reads, unless one text alone has more. */
const STATEMENT_BYTES = 1024 * 1024

interface DocumentRow {
  ord: number
  bytes: number
  markdown: string | null
}

/**
 * Source texts, of any number of spaces; null where there is none. One statement gives all sizes and the first texts;
 * `admit` is given the size of all of them, and may throw, before the rest is read.
 */
export async function findDocuments(
  db: Queryable,
  keys: readonly DocumentKey[],
  admit?: (bytes: number) => void,
): Promise<(string | null)[]> {
  const found: (string | null)[] = keys.map(() => null)
  if (keys.length === 0) return found
  const read = async (indexes: readonly number[], bytes: number) => {
    const rows = await db.query(DOCUMENTS, [
      indexes.map((index) => keys[index]?.spaceId),
      indexes.map((index) => keys[index]?.hash),
      bytes,
    ])
    const read = rows.map(({ ord, ...row }) => ({ ...row, index: indexes[ord - 1] ?? 0 }))
    for (const { index, markdown } of read) found[index] = markdown
    return read
  }
  const first = await read([...keys.keys()], STATEMENT_BYTES)
  admit?.(first.reduce((sum, { bytes }) => sum + bytes, 0))
  const rest = first.filter(({ markdown }) => markdown === null)
  for (const part of partsWithin(rest, STATEMENT_BYTES)) {
    await read(
      part.map(({ index }) => index),
      Number.MAX_SAFE_INTEGER,
    )
  }
  return found
}

/** The entries of a map that were read so far; null for those that do not exist. */
type Known<Value> = Map<string, Value | null>

/**
 * The content of one revision, which never changes: a lookup by id takes one statement, however deep the
 * maps are, and none when it was read before.
 */
export class Snapshot {
  readonly roots: Roots
  readonly #db: Queryable
  readonly #pages: Known<PageRecord> = new Map()
  readonly #folders: Known<FolderRecord> = new Map()
  readonly #files: Known<FileRecord> = new Map()
  readonly #reusables: Known<ReusableRecord> = new Map()
  readonly #placed: Known<PlacedPage> = new Map()
  #texts: ReadonlyMap<string, string> = new Map()

  constructor(db: Queryable, roots: Roots) {
    this.#db = db
    this.roots = roots
  }

  pages(ids: readonly string[]): Promise<Map<string, PageRecord>> {
    return this.#find(this.#pages, this.roots.pagesRoot, ids)
  }

  folders(ids: readonly string[]): Promise<Map<string, FolderRecord>> {
    return this.#find(this.#folders, this.roots.foldersRoot, ids)
  }

  files(ids: readonly string[]): Promise<Map<string, FileRecord>> {
    return this.#find(this.#files, this.roots.filesRoot, ids)
  }

  reusables(ids: readonly string[]): Promise<Map<string, ReusableRecord>> {
    return this.#find(this.#reusables, this.roots.reusablesRoot, ids)
  }

  // Written by this module as a map of texts.
  variables = async (): Promise<Variables> => this.roots.variables as Variables

  async documents(hashes: readonly string[]): Promise<Map<string, string>> {
    const { spaceId } = this.roots
    const missing = hashes.filter((hash) => !this.#texts.has(hash))
    const texts = await findDocuments(
      this.#db,
      missing.map((hash) => ({ spaceId, hash })),
    )
    const found = new Map(missing.map((hash, index) => [hash, texts[index]]))
    return new Map(
      hashes.flatMap((hash) => {
        const text = this.#texts.get(hash) ?? found.get(hash)
        return text == null ? [] : [[hash, text]]
      }),
    )
  }

  allPages = () => this.#all<PageRecord>(this.roots.pagesRoot)
  allFolders = () => this.#all<FolderRecord>(this.roots.foldersRoot)
  allFiles = () => this.#all<FileRecord>(this.roots.filesRoot)
  allReusables = () => this.#all<ReusableRecord>(this.roots.reusablesRoot)

  /** Pages with their ancestors, in one statement and only once; missing ones are left out. */
  async placed(ids: readonly string[]): Promise<Map<string, PlacedPage>> {
    const { spaceId, pagesRoot: root } = this.roots
    await eachInTurns(ids, (id) => {
      const own = this.#placed.has(id) ? undefined : this.#placedAmongKnown(id)
      if (own) this.#placed.set(id, own)
    })
    return ask(this.#placed, ids, (missing) =>
      findPlaced(
        this.#db,
        missing.map((id) => ({ spaceId, root, id })),
      ),
    )
  }

  /** A page whose ancestors were all read before. */
  #placedAmongKnown(id: string): PlacedPage | undefined {
    const chain: PlacedPage['above'] = []
    for (let at: string | null = id; at !== null; ) {
      const page = this.#pages.get(at)
      if (!page) return undefined
      chain.push({ id: at, page })
      at = page.parent
    }
    const [own, ...above] = chain
    return own && { ...own, above }
  }

  /** Remembers source texts of this revision by their hashes, besides those that it reads. */
  learnTexts(texts: ReadonlyMap<string, string>): void {
    this.#texts = texts
  }

  /** Remembers pages of this revision; null for those that do not exist. */
  learnPages(pages: ReadonlyMap<string, PageRecord | null>): void {
    for (const [id, page] of pages) this.#pages.set(id, page)
  }

  /** A statement with the database of this revision. */
  query<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return this.#db.query<Row>(statement, values)
  }

  /** Remembers the entries of this revision that a comparison has read. */
  async learn(diff: RevisionDiff, side: 'before' | 'after'): Promise<void> {
    await eachInTurns(diff.pages, ([id, change]) => {
      this.#pages.set(id, change[side])
      // The folder of a page that is new or gone is so too: without a difference, there is none.
      if (change.before === null || change.after === null) this.#folders.set(id, null)
    })
    await eachInTurns(diff.folders, ([id, change]) => this.#folders.set(id, change[side]))
    await eachInTurns(diff.files, ([id, change]) => this.#files.set(id, change[side]))
    await eachInTurns(diff.reusables, ([id, change]) => this.#reusables.set(id, change[side]))
  }

  async #find<Value>(
    known: Known<Value>,
    root: MapRoot,
    ids: readonly string[],
  ): Promise<Map<string, Value>> {
    const { spaceId } = this.roots
    return ask(known, ids, (missing) =>
      findEntries<Value>(
        this.#db,
        missing.map((id) => ({ spaceId, root, id })),
      ),
    )
  }

  #all<Value>(root: MapRoot): Promise<Map<string, Value>> {
    return allEntries(this.#db, this.roots.spaceId, root)
  }
}

/** The entries with these ids; only those not read before are looked up. */
async function ask<Value>(
  known: Known<Value>,
  ids: readonly string[],
  find: (missing: readonly string[]) => Promise<readonly (Value | null)[]>,
): Promise<Map<string, Value>> {
  const missing = ids.filter((id) => !known.has(id))
  const found = missing.length > 0 ? await find(missing) : []
  for (const [index, id] of missing.entries()) known.set(id, found[index] ?? null)
  const values = new Map<string, Value>()
  await eachInTurns(ids, (id) => {
    const value = known.get(id)
    if (value != null) values.set(id, value)
  })
  return values
}

/**
 * The differences between two revisions of a space. Equal parts are not read, nor nodes that are already
 * known.
 */
export async function diffRevisions(
  db: Queryable,
  before: Roots,
  after: Roots,
  { load } = new Nodes(db, after.spaceId),
) {
  const [pages, folders, files, reusables] = [
    await diffMaps<PageRecord>(load, before.pagesRoot, after.pagesRoot),
    await diffMaps<FolderRecord>(load, before.foldersRoot, after.foldersRoot),
    await diffMaps<FileRecord>(load, before.filesRoot, after.filesRoot),
    await diffMaps<ReusableRecord>(load, before.reusablesRoot, after.reusablesRoot),
  ]
  return { pages, folders, files, reusables }
}

export type RevisionDiff = Awaited<ReturnType<typeof diffRevisions>>
