import { partsWithin } from '../../core/lists/long-values.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { Turns } from '../../platform/turns/turns.ts'
import type { Section } from '../documents/index.ts'
import type { PageRecord } from '../revisions/index.ts'
import { AS_WRITTEN, addText, inNames, inTitle, spaceMark, Words } from './words.ts'

const REMOVE = statement({
  name: 'searchRemove',
  text: `WITH sections AS (DELETE FROM "SearchSection" WHERE "spaceId" = $1 AND "pageId" = ANY($2))
    DELETE FROM "SearchPage" WHERE "spaceId" = $1 AND "pageId" = ANY($2)`,
})

const INSERT_PAGES = statement({
  name: 'searchInsertPages',
  text: `INSERT INTO "SearchPage" ("spaceId", "pageId", "titleSize", "words")
    SELECT $1, n.id, n.size, n.words::tsvector
    FROM unnest($2::text[], $3::int[], $4::text[]) AS n(id, size, words)`,
})

const INSERT_SECTIONS = statement({
  name: 'searchInsertSections',
  text: `INSERT INTO "SearchSection" ("spaceId", "pageId", "ordinal", "anchor", "heading", "body", "words")
    SELECT $1, n.id, n.ordinal, n.anchor, n.heading, n.body, n.words::tsvector
    FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[])
      AS n(id, ordinal, anchor, heading, body, words)`,
})

// Most words are already stored and cost one look-up in the unique index, whatever the planner knows about the table.
const INSERT_WORDS = statement({
  name: 'searchInsertWords',
  text: `INSERT INTO "SearchWord" ("spaceId", "word") SELECT $1, n.word FROM unnest($2::text[]) AS n(word)
    ON CONFLICT DO NOTHING`,
})

export interface IndexedPage {
  id: string
  page: PageRecord
  sections: Section[]
  isEvaluated: boolean
}

export async function removePages(db: Queryable, spaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.query(REMOVE, [spaceId, ids])
}

/** The rows of pages in the search index. */
interface SearchRows {
  pages: PageRow[]
  sections: SectionRow[]
  /** Words that misspelled ones are compared with. */
  words: Set<string>
}

/** Computes the rows of pages. Words that are known to be stored are left out. */
export async function rowsOfPages(
  spaceId: string,
  indexed: readonly IndexedPage[],
  known: ReadonlySet<string> = new Set(),
): Promise<SearchRows> {
  const rows: SearchRows = { pages: [], sections: [], words: new Set() }
  const turns = new Turns()
  for (const page of indexed) {
    if (turns.isOver()) await turns.next()
    const entry = await entryOf(spaceId, page, turns)
    for (const word of entry.typed) if (!known.has(word)) rows.words.add(word)
    rows.pages.push(entry.row)
    rows.sections.push(...entry.sections)
  }
  return rows
}

/** Characters that one statement stores, unless one row alone has more: encoding more would block the event loop. */
const STATEMENT_CHARACTERS = 1024 * 1024

/** The same for words, of which each is encoded. */
const WORD_CHARACTERS = 128 * 1024

/** Stores the rows of pages, and removes the former rows of those that may have some. */
export async function storeRows(
  db: Queryable,
  spaceId: string,
  { pages, sections, words }: SearchRows,
  mayHaveRows: (id: string) => boolean = () => true,
): Promise<void> {
  if (pages.length === 0) return
  await removePages(db, spaceId, pages.map(({ id }) => id).filter(mayHaveRows))
  for (const part of partsWithin(pages, STATEMENT_CHARACTERS)) {
    await db.query(INSERT_PAGES, [
      spaceId,
      part.map(({ id }) => id),
      part.map(({ titleSize }) => titleSize),
      part.map(({ words }) => words),
    ])
  }
  const typed = [...words].map((word) => ({ word, bytes: word.length }))
  for (const part of partsWithin(typed, WORD_CHARACTERS)) {
    await db.query(INSERT_WORDS, [spaceId, part.map(({ word }) => word)])
  }
  for (const part of partsWithin(sections, STATEMENT_CHARACTERS)) {
    await db.query(INSERT_SECTIONS, [
      spaceId,
      part.map(({ pageId }) => pageId),
      part.map(({ ordinal }) => ordinal),
      part.map(({ anchor }) => anchor),
      part.map(({ heading }) => heading),
      part.map(({ body }) => body),
      part.map(({ words }) => words),
    ])
  }
}

/** Stores the search index of pages. */
export async function putPages(
  db: Queryable,
  spaceId: string,
  indexed: readonly IndexedPage[],
): Promise<void> {
  await storeRows(db, spaceId, await rowsOfPages(spaceId, indexed))
}

interface PageRow {
  id: string
  titleSize: number
  words: string
  bytes: number
}

interface SectionRow {
  pageId: string
  ordinal: number
  anchor: string | null
  heading: string | null
  body: string
  words: string
  bytes: number
}

async function entryOf(
  spaceId: string,
  { id, page, sections: read, isEvaluated }: IndexedPage,
  turns: Turns,
) {
  const words = new Words()
  words.mark(spaceMark(spaceId))
  if (!isEvaluated) words.mark(AS_WRITTEN)
  const titleSize = await addText([words], page.title, 'A', turns, [inTitle, inNames])
  if (page.description) await addText([words], page.description, 'C', turns)
  const sections: SectionRow[] = []
  for (const [ordinal, { heading, text }] of read.entries()) {
    const own = new Words()
    if (heading) await addText([words, own], heading.title, 'B', turns, [inNames])
    await addText([words, own], text, 'D', turns)
    const terms = own.toString()
    sections.push({
      pageId: id,
      ordinal,
      anchor: heading?.anchor ?? null,
      heading: heading?.title ?? null,
      body: text,
      words: terms,
      bytes: text.length + terms.length,
    })
  }
  const terms = words.toString()
  const row: PageRow = { id, titleSize, words: terms, bytes: terms.length }
  return { row, sections, typed: words.typed() }
}
