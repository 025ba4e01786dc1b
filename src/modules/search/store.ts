import type { Queryable } from '../../platform/database.ts'
import type { Section } from '../documents/index.ts'
import type { PageRecord } from '../revisions/index.ts'
import { spaceMark, Words } from './words.ts'

const REMOVALS = ['SearchPage', 'SearchSection'].map((table) => ({
  name: `searchRemove${table}`,
  text: `DELETE FROM "${table}" WHERE "spaceId" = $1 AND "pageId" = ANY($2)`,
}))

const INSERT_PAGES = {
  name: 'searchInsertPages',
  text: `INSERT INTO "SearchPage" ("spaceId", "pageId", "titleSize", "words")
    SELECT $1, n.id, n.size, n.words::tsvector
    FROM unnest($2::text[], $3::int[], $4::text[]) AS n(id, size, words)`,
}

const INSERT_SECTIONS = {
  name: 'searchInsertSections',
  text: `INSERT INTO "SearchSection" ("spaceId", "pageId", "ordinal", "anchor", "heading", "body", "words")
    SELECT $1, n.id, n.ordinal, n.anchor, n.heading, n.body, n.words::tsvector
    FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[])
      AS n(id, ordinal, anchor, heading, body, words)`,
}

// Most words are already stored and cost one index look-up.
const INSERT_WORDS = {
  name: 'searchInsertWords',
  text: `INSERT INTO "SearchWord" ("spaceId", "word") SELECT $1, n.word FROM unnest($2::text[]) AS n(word)
    LEFT JOIN LATERAL (
      SELECT 1 AS known FROM "SearchWord" w WHERE w."spaceId" = $1 AND w."word" = n.word LIMIT 1) w ON TRUE
    WHERE w.known IS NULL ON CONFLICT DO NOTHING`,
}

export interface IndexedPage {
  id: string
  page: PageRecord
  sections: Section[]
}

export async function removePages(db: Queryable, spaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  for (const statement of REMOVALS) await db.query(statement, [spaceId, ids])
}

/** Stores the search index of pages, and removes the rows of those that may have some. */
export async function putPages(
  db: Queryable,
  spaceId: string,
  pages: readonly IndexedPage[],
  mayHaveRows: (id: string) => boolean = () => true,
): Promise<void> {
  if (pages.length === 0) return
  const rows: PageRow[] = []
  const sections: SectionRow[] = []
  const typed = new Set<string>()
  for (const page of pages) {
    const entry = entryOf(spaceId, page)
    for (const word of entry.typed) typed.add(word)
    rows.push(entry.row)
    sections.push(...entry.sections)
    // Many pages take long, so other requests are served in between.
    await new Promise(setImmediate)
  }
  await removePages(db, spaceId, pages.map(({ id }) => id).filter(mayHaveRows))
  await db.query(INSERT_PAGES, [
    spaceId,
    rows.map(({ id }) => id),
    rows.map(({ titleSize }) => titleSize),
    rows.map(({ words }) => words),
  ])
  await db.query(INSERT_WORDS, [spaceId, [...typed]])
  if (sections.length === 0) return
  await db.query(INSERT_SECTIONS, [
    spaceId,
    sections.map(({ pageId }) => pageId),
    sections.map(({ ordinal }) => ordinal),
    sections.map(({ anchor }) => anchor),
    sections.map(({ heading }) => heading),
    sections.map(({ body }) => body),
    sections.map(({ words }) => words),
  ])
}

interface PageRow {
  id: string
  titleSize: number
  words: string
}

interface SectionRow {
  pageId: string
  ordinal: number
  anchor: string | null
  heading: string | null
  body: string
  words: string
}

function entryOf(spaceId: string, { id, page, sections: read }: IndexedPage) {
  const words = new Words()
  words.mark(spaceMark(spaceId))
  const titleSize = words.add(page.title, 'A')
  if (page.description) words.add(page.description, 'C')
  const sections: SectionRow[] = []
  for (const [ordinal, { heading, text }] of read.entries()) {
    const own = new Words()
    if (heading) {
      words.add(heading.title, 'B')
      own.add(heading.title, 'B')
    }
    words.add(text, 'D')
    own.add(text, 'D')
    sections.push({
      pageId: id,
      ordinal,
      anchor: heading?.anchor ?? null,
      heading: heading?.title ?? null,
      body: text,
      words: own.toString(),
    })
  }
  const row: PageRow = { id, titleSize, words: words.toString() }
  return { row, sections, typed: words.typed() }
}
