import { partsWithin } from '../../../core/lists/long-values.ts'
import type { PeriodicContext } from '../../../core/operations/module.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { Turns } from '../../../platform/turns/turns.ts'
import type { ParsedPage } from '../../documents/index.ts'
import { INDEX_VERSION } from '../main-content-indexes.ts'

/** The bytes of texts that one statement reads or stores, unless one text alone has more. */
const STATEMENT_BYTES = 1024 * 1024

// As for documents: sizes are known without reading the values, so those beyond the limit are not read from disk.
const FIND = statement<{ hash: string; page: string | null }>({
  name: 'contentParsedTexts',
  text: `SELECT k.hash, CASE WHEN sum(octet_length(p."page")) OVER before - octet_length(p."page") < $4::float8
      THEN p."page" END AS "page"
    FROM unnest($2::text[]) WITH ORDINALITY AS k(hash, ord)
    CROSS JOIN LATERAL (SELECT "page" FROM "ParsedText" WHERE "spaceId" = $1 AND "hash" = k.hash
      AND "indexVersion" = $3 LIMIT 1) p
    WINDOW before AS (ORDER BY k.ord ROWS UNBOUNDED PRECEDING)`,
})

/** The texts of a space that were parsed before, by the hashes of their sources. */
export async function findParsedTexts(
  db: Queryable,
  spaceId: string,
  hashes: readonly string[],
): Promise<Map<string, ParsedPage>> {
  const found = new Map<string, ParsedPage>()
  const turns = new Turns()
  for (let left = hashes; left.length > 0; ) {
    const rows = await db.query(FIND, [spaceId, left, INDEX_VERSION, STATEMENT_BYTES])
    for (const { hash, page } of rows) {
      if (page === null) continue
      await turns.pause()
      found.set(hash, JSON.parse(page) as ParsedPage)
    }
    left = rows.flatMap(({ hash, page }) => (page === null ? [hash] : []))
  }
  return found
}

const KNOWN = statement<{ hash: string }>({
  name: 'contentParsedTextsKnown',
  text: `SELECT k.hash FROM unnest($2::text[]) AS k(hash) WHERE EXISTS (SELECT FROM "ParsedText" p
    WHERE p."spaceId" = $1 AND p."hash" = k.hash AND p."indexVersion" = $3)`,
})

/** The hashes among these whose texts were not parsed before. */
export async function unparsedTexts(
  db: Queryable,
  spaceId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const rows = await db.query(KNOWN, [spaceId, hashes, INDEX_VERSION])
  const known = new Set(rows.map(({ hash }) => hash))
  return hashes.filter((hash) => !known.has(hash))
}

// Of a space that was purged in the meantime, nothing is stored.
const STORE = statement({
  name: 'contentParsedTextsStore',
  text: `INSERT INTO "ParsedText" ("spaceId", "hash", "indexVersion", "page", "createdAt")
    SELECT s."id", t.hash, $4, t.page, $5 FROM unnest($2::text[], $3::text[]) AS t(hash, page)
    JOIN "Space" s ON s."id" = $1
    ON CONFLICT ("spaceId", "hash") DO UPDATE SET "indexVersion" = EXCLUDED."indexVersion",
      "page" = EXCLUDED."page", "createdAt" = EXCLUDED."createdAt"`,
})

export async function storeParsedTexts(
  db: Queryable,
  spaceId: string,
  pages: ReadonlyMap<string, ParsedPage>,
  now: Date,
): Promise<void> {
  const rows = [...pages].map(([hash, page]) => {
    const text = JSON.stringify(page)
    return { hash, page: text, bytes: text.length }
  })
  for (const part of partsWithin(rows, STATEMENT_BYTES)) {
    const columns = [part.map(({ hash }) => hash), part.map(({ page }) => page)]
    await db.query(STORE, [spaceId, ...columns, INDEX_VERSION, now])
  }
}

/** A change request that is merged later has its texts parsed by the merge. */
const KEPT_DAYS = 30

const BATCH = 500

/** Removes texts that were parsed long ago. */
export async function removeOldParsedTexts({
  database: { pool },
  now,
  signal,
}: Pick<PeriodicContext, 'database' | 'now' | 'signal'>): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000)
  let removed = 0
  for (let last = BATCH; last === BATCH && !signal.aborted; ) {
    const { rowCount } = await pool.query(
      `DELETE FROM "ParsedText" WHERE ("spaceId", "hash") IN (SELECT "spaceId", "hash" FROM "ParsedText"
        WHERE "createdAt" < $1 ORDER BY "createdAt" LIMIT $2)`,
      [before, BATCH],
    )
    last = rowCount ?? 0
    removed += last
  }
  return removed
}
