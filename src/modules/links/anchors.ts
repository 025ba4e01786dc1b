import { partsWithin } from '../../core/lists/long-values.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { eachInTurns, Turns } from '../../platform/turns/turns.ts'
import type { ParsedPages } from '../documents/index.ts'
import { Anchors, type PageAnchors } from '../documents/index.ts'
import type { PageRecord, RevisionDiff, Snapshot } from '../revisions/index.ts'

/** The anchors of each page, by their letters and digits. */
const spellings = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

/** What all rules for anchors have in common: they differ in how they write the characters between letters and digits. */
const lettersOf = (anchor: string): string => new Anchors().made(anchor).replace(/[^\p{L}\p{N}]/gu, '')

function spellingsOf(anchors: readonly string[]): ReadonlyMap<string, string> {
  const known = spellings.get(anchors)
  if (known) return known
  // Of several with the same letters, the first.
  const made = new Map([...anchors].reverse().map((anchor) => [lettersOf(anchor), anchor]))
  spellings.set(anchors, made)
  return made
}

/**
 * The anchor of a page that a link means, also if it is written by the rules of other tools (`#whats-new` and
 * `#release-49` for "What's new" and "Release 4.9"); null if the page has none. If the anchors of a page are unknown, any
 * anchor counts as existing, so that no link is reported as broken by mistake.
 */
export function anchorMeant(anchors: PageAnchors | undefined, anchor: string): string | null {
  if (!anchors || anchors.includes(anchor)) return anchor
  return spellingsOf(anchors).get(lettersOf(anchor)) ?? null
}

const OF_PAGES = statement<{ pageId: string; anchors: string[] | null }>({
  name: 'pageAnchors',
  text: `SELECT "pageId", "anchors" FROM "PageAnchors" WHERE "spaceId" = $1 AND "pageId" = ANY($2)`,
})

const PUT = statement({
  name: 'pageAnchorsPut',
  text: `INSERT INTO "PageAnchors" ("spaceId", "pageId", "anchors", "specs")
    SELECT $1, r."pageId", r."anchors", coalesce(r."specs", '{}')
      FROM json_to_recordset($2::json) AS r("pageId" text, "anchors" text[], "specs" text[])
    ON CONFLICT ("spaceId", "pageId") DO UPDATE SET "anchors" = EXCLUDED."anchors", "specs" = EXCLUDED."specs"`,
})

/** Pages whose anchors one statement stores, and their characters: encoding more would block the event loop. */
const CHUNK = 1_000
const STATEMENT_CHARACTERS = 512 * 1024

const DELETE = statement({
  name: 'pageAnchorsDelete',
  text: `DELETE FROM "PageAnchors" WHERE "spaceId" = $1 AND "pageId" = ANY($2)`,
})

interface PageMarks {
  anchors: ReadonlyMap<string, PageAnchors>
  /** Of the pages whose blocks show OpenAPI specs. */
  specs: ReadonlyMap<string, readonly string[]>
}

/**
 * Stores the anchors of parsed pages, with the OpenAPI specs that they show, and removes the rows of pages that are
 * deleted, or whose anchors are unknown and that show none.
 */
export async function writeAnchors(
  db: Queryable,
  spaceId: string,
  replaced: ReadonlySet<string>,
  { anchors, specs }: PageMarks,
): Promise<void> {
  const known: {
    pageId: string
    anchors: PageAnchors
    specs: readonly string[] | undefined
    bytes: number
  }[] = []
  await eachInTurns(anchors, ([pageId, each]) => {
    const shown = specs.get(pageId)
    const bytes = (each?.join().length ?? 0) + (shown?.join().length ?? 0)
    if (each || shown) known.push({ pageId, anchors: each, specs: shown, bytes })
  })
  const unknown = [...replaced].filter((id) => !anchors.get(id) && !specs.has(id))
  if (unknown.length > 0) await db.query(DELETE, [spaceId, unknown])
  const turns = new Turns()
  for (let at = 0; at < known.length; at += CHUNK) {
    for (const part of partsWithin(known.slice(at, at + CHUNK), STATEMENT_CHARACTERS)) {
      await turns.pause()
      await db.query(PUT, [spaceId, JSON.stringify(part.map(({ bytes: _bytes, ...row }) => row))])
    }
  }
}

interface Sources {
  spaceId: string
  after: Snapshot
  diff: RevisionDiff
  parsedPages: ParsedPages
}

/** The anchors of pages in a revision: those of main content are stored, and pages that differ from it are parsed. */
export class AnchorsIn {
  readonly #db: Queryable
  readonly #sources: Sources
  readonly #read: Map<string, PageAnchors>

  /** Pages that were parsed before are not parsed again. */
  constructor(db: Queryable, sources: Sources, read: ReadonlyMap<string, PageAnchors>) {
    this.#db = db
    this.#sources = sources
    this.#read = new Map(read)
  }

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, PageAnchors>> {
    const { spaceId, diff, after, parsedPages } = this.#sources
    const unread = ids.filter((id) => !this.#read.has(id))
    if (unread.length === 0) return this.#read
    const changed = unread.flatMap((id) => {
      const page = diff.pages.get(id)
      const isOther = page?.before === null || page?.before?.document !== page?.after?.document
      return page?.after && isOther ? [{ id, page: page.after }] : []
    })
    await parsedPages.readStored(
      changed.flatMap(({ page }) => page.document ?? []),
      (hashes) => after.documents(hashes),
    )
    for (const { id, page } of changed) this.#read.set(id, anchorsOf(page, parsedPages))
    const stored = unread.filter((id) => !this.#read.has(id))
    const rows = await this.#db.query(OF_PAGES, [spaceId, stored])
    for (const { pageId, anchors } of rows) this.#read.set(pageId, anchors)
    return this.#read
  }
}

/** The anchors of a page whose text was read. The anchors of computed pages are unknown. */
export const anchorsOf = (page: PageRecord, parsedPages: ParsedPages): PageAnchors =>
  page.type === 'computed' ? null : page.target ? [] : parsedPages.ofStored(page.document).links.anchors
