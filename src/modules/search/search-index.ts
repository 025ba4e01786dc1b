import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { eachInTurns } from '../../platform/turns/turns.ts'
import { allRows, type MainContentChange, type MainContentIndex, strayRows } from '../content/index.ts'
import type { PageRecord, PlacedPage, Snapshot } from '../revisions/index.ts'
import { type IndexedPage, removePages, rowsOfPages, storeRows } from './store.ts'

/** The number of pages that are parsed and stored at once. */
const CHUNK = 200

/** Whether a page and all its ancestors are in the table of contents. */
export const isInContents = ({ page, above }: PlacedPage): boolean =>
  !page.hidden && !above.some((each) => each.page.hidden)

const isFound = (placed: PlacedPage): boolean =>
  placed.page.type === 'document' && !placed.page.noIndex && isInContents(placed)

/** Whether the text of a page or its visibility has changed. */
const saysOtherwise = (before: PageRecord, after: PageRecord): boolean =>
  before.document !== after.document ||
  before.title !== after.title ||
  before.description !== after.description ||
  before.type !== after.type ||
  before.hidden !== after.hidden ||
  before.noIndex !== after.noIndex

/** Updates the rows of changed pages. The path of a page is read with the result, so a move needs no update. */
async function update(db: Queryable, change: MainContentChange): Promise<void> {
  const { spaceId, before, after, diff, isAgain } = change
  const mayHaveRows = (id: string) => isAgain === true || diff.pages.get(id)?.before !== null
  const gone: string[] = []
  const changed = new Set<string>()
  const moved: string[] = []
  await eachInTurns(diff.pages, ([id, { before: was, after: is }]) => {
    if (!is) gone.push(id)
    else if (!was || saysOtherwise(was, is)) changed.add(id)
    if (was && is && (was.parent !== is.parent || was.hidden !== is.hidden)) moved.push(id)
  })
  for (const id of await turnedAround(before, after, moved)) changed.add(id)
  await removePages(db, spaceId, gone)
  const ids = [...changed]
  const words = new Set<string>()
  let writing: Promise<void> = Promise.resolve()
  for (let at = 0; at < ids.length; at += CHUNK) {
    const placed = [...(await after.placed(ids.slice(at, at + CHUNK))).values()]
    const found = placed.filter(isFound)
    await removePages(
      db,
      spaceId,
      placed.filter((each) => !isFound(each) && mayHaveRows(each.id)).map(({ id }) => id),
    )
    const rows = await rowsOfPages(spaceId, await withParsedPages(change, found), words)
    for (const word of rows.words) words.add(word)
    await writing
    // PostgreSQL stores these rows while those of the next pages are computed.
    writing = storeRows(db, spaceId, rows, mayHaveRows)
    writing.catch(() => {})
  }
  await writing
}

/**
 * Pages that were added to the table of contents or removed from it because they or an ancestor were moved or
 * hidden.
 */
async function turnedAround(before: Snapshot, after: Snapshot, moved: string[]): Promise<string[]> {
  if (moved.length === 0) return []
  const [was, is] = [await before.placed(moved), await after.placed(moved)]
  let level = moved.filter((id) => {
    const [then, now] = [was.get(id), is.get(id)]
    return then !== undefined && now !== undefined && isInContents(then) !== isInContents(now)
  })
  const turned: string[] = []
  while (level.length > 0) {
    turned.push(...level)
    const folders = await after.folders(level)
    level = [...folders.values()].flatMap(({ pages }) => pages.map(([id]) => id))
  }
  return turned
}

async function withParsedPages(
  { after, parsedPages }: MainContentChange,
  found: readonly PlacedPage[],
): Promise<IndexedPage[]> {
  await parsedPages.readStored(
    found.flatMap(({ page }) => page.document ?? []),
    (hashes) => after.documents(hashes),
  )
  return found.map(({ id, page }) => ({ id, page, ...parsedPages.ofStored(page.document) }))
}

// Computed pages have two separators in their ids. A job of their own keeps them.
const STRAYS = ['SearchPage', 'SearchSection'].map((table) =>
  strayRows(table, `d."pageId" NOT LIKE '%\\_%\\_%'`),
)
const WORDS = allRows('SearchWord')

/** The words of a page contain the id of its space, which is replaced in a copy. */
const COPIES = [
  statement({
    name: 'contentCopySearchPages',
    text: `INSERT INTO "SearchPage" ("spaceId", "pageId", "titleSize", "words")
      SELECT $2, d."pageId", d."titleSize",
        array_to_tsvector(ARRAY['@' || $2]) || ts_delete(d."words", '@' || $1)
      FROM "SearchPage" d WHERE d."spaceId" = $1`,
  }),
  statement({
    name: 'contentCopySearchWords',
    text: `INSERT INTO "SearchWord" ("spaceId", "word")
      SELECT $2, w."word" FROM "SearchWord" w WHERE w."spaceId" = $1`,
  }),
  statement({
    name: 'contentCopySearchSections',
    text: `INSERT INTO "SearchSection" ("spaceId", "pageId", "ordinal", "anchor", "heading", "body", "words")
      SELECT $2, d."pageId", d."ordinal", d."anchor", d."heading", d."body", d."words"
      FROM "SearchSection" d WHERE d."spaceId" = $1`,
  }),
]

/** The search index of main content, by page and by heading. */
export const searchIndex: MainContentIndex = {
  update,
  reset: async (db, spaceId, all) => {
    for (const statement of STRAYS) await db.query(statement, [spaceId, [...all.pages.keys()]])
    await db.query(WORDS, [spaceId])
  },
  copy: async (db, fromSpaceId, toSpaceId) => {
    for (const statement of COPIES) await db.query(statement, [fromSpaceId, toSpaceId])
  },
}
