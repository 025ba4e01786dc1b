import { partsWithin } from '../../core/lists/long-values.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { diffMaps, type MapRoot } from './node-map.ts'
import { allEntries, type EntryKey, findChains, findEntries, Nodes } from './nodes.ts'
import type { FileRecord, FolderRecord, PageRecord, ReusableRecord, Variables } from './records.ts'

/** The columns of a revision that say what it holds. */
export type Roots = Pick<
  Revision,
  'spaceId' | 'pagesRoot' | 'foldersRoot' | 'filesRoot' | 'reusablesRoot' | 'variables'
>

/** A page with its id and, nearest first, the pages above it. */
export interface PlacedPage {
  id: string
  page: PageRecord
  above: { id: string; page: PageRecord }[]
}

/** The slugs from the root down; links and computed pages have none. */
export const pathOf = ({ page, above }: Pick<PlacedPage, 'page' | 'above'>): string =>
  [...above.map((each) => each.page.slug).reverse(), page.slug].filter((slug) => slug !== '').join('/')

/** Pages with the pages above them, of any number of revisions in one statement; null where there is none. */
export async function findPlaced(db: Queryable, keys: readonly EntryKey[]): Promise<(PlacedPage | null)[]> {
  const chains = await findChains<PageRecord>(db, keys)
  return chains.map((chain) => {
    const [own, ...above] = chain.map(({ id, entry }) => ({ id, page: entry }))
    return own ? { ...own, above } : null
  })
}

// One look at the index for each, as for nodes, also while the table has no statistics yet. The length of a text is
// known without reading it, so what is beyond the limit does not leave the disk.
const DOCUMENTS = {
  name: 'contentDocuments',
  text: `SELECT k.ord::int, octet_length(d."markdown") AS "bytes",
    CASE WHEN sum(octet_length(d."markdown")) OVER before <= $3::float8 THEN d."markdown" END AS "markdown"
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(space, hash, ord)
    CROSS JOIN LATERAL (SELECT "markdown" FROM "Document" WHERE "spaceId" = k.space AND "hash" = k.hash LIMIT 1) d
    WINDOW before AS (ORDER BY k.ord ROWS UNBOUNDED PRECEDING)`,
}

/** The name of a source text in its space. */
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
    const rows = await db.query<DocumentRow>(DOCUMENTS, [
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

/** What is known of a map: null where there is nothing. */
type Known<Value> = Map<string, Value | null>

/**
 * One revision's content, which never changes: what is asked for by id costs one statement, however deep the maps are,
 * and nothing when it was asked for before.
 */
export class Snapshot {
  readonly roots: Roots
  readonly #db: Queryable
  readonly #pages: Known<PageRecord> = new Map()
  readonly #folders: Known<FolderRecord> = new Map()
  readonly #files: Known<FileRecord> = new Map()
  readonly #reusables: Known<ReusableRecord> = new Map()
  readonly #placed: Known<PlacedPage> = new Map()

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

  // Written by us as a map of texts.
  variables = async (): Promise<Variables> => this.roots.variables as Variables

  async documents(hashes: readonly string[]): Promise<Map<string, string>> {
    const { spaceId } = this.roots
    const texts = await findDocuments(
      this.#db,
      hashes.map((hash) => ({ spaceId, hash })),
    )
    return new Map(hashes.flatMap((hash, index) => (texts[index] == null ? [] : [[hash, texts[index]]])))
  }

  allPages = () => this.#all<PageRecord>(this.roots.pagesRoot)
  allFolders = () => this.#all<FolderRecord>(this.roots.foldersRoot)
  allFiles = () => this.#all<FileRecord>(this.roots.filesRoot)
  allReusables = () => this.#all<ReusableRecord>(this.roots.reusablesRoot)

  /** Pages with the pages above them, in one statement and only once; what is not there is left out. */
  async placed(ids: readonly string[]): Promise<Map<string, PlacedPage>> {
    const { spaceId, pagesRoot: root } = this.roots
    return ask(this.#placed, ids, (missing) =>
      findPlaced(
        this.#db,
        missing.map((id) => ({ spaceId, root, id })),
      ),
    )
  }

  /** Takes what a comparison has found out about this revision, as one side of it. */
  learn(diff: RevisionDiff, side: 'before' | 'after'): void {
    for (const [id, change] of diff.pages) this.#pages.set(id, change[side])
    for (const [id, change] of diff.folders) this.#folders.set(id, change[side])
    for (const [id, change] of diff.files) this.#files.set(id, change[side])
    for (const [id, change] of diff.reusables) this.#reusables.set(id, change[side])
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

/** What is there under these ids; only what is not known yet is looked for. */
async function ask<Value>(
  known: Known<Value>,
  ids: readonly string[],
  find: (missing: readonly string[]) => Promise<readonly (Value | null)[]>,
): Promise<Map<string, Value>> {
  const missing = ids.filter((id) => !known.has(id))
  const found = missing.length > 0 ? await find(missing) : []
  for (const [index, id] of missing.entries()) known.set(id, found[index] ?? null)
  const values = new Map<string, Value>()
  for (const id of ids) {
    const value = known.get(id)
    if (value != null) values.set(id, value)
  }
  return values
}

/** What differs between two revisions of a space. Equal parts are not read, nor what the nodes are known for already. */
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
