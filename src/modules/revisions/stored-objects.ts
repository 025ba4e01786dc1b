import type pg from 'pg'

/** Where the bytes of files are. */
interface StoredObjects {
  /** The number and size of objects in the file storage. */
  objects: number
  bytes: number
  /** The number of files in the database. */
  rows: number
}

/** Counts files by their place, also in a database that is not migrated yet. */
export async function countStoredObjects(db: pg.ClientBase): Promise<StoredObjects> {
  const none = { objects: 0, bytes: 0, rows: 0 }
  const { rows: known } = await db.query(`SELECT 1 WHERE to_regclass('"FileObject"') IS NOT NULL`)
  if (known.length === 0) return none
  const { rows } = await db.query<StoredObjects>(
    `SELECT (SELECT count(*)::int FROM "FileObject") AS "objects",
      (SELECT coalesce(sum("size"), 0)::float8 FROM "FileObject") AS "bytes",
      (SELECT count(*)::int FROM "Blob" WHERE "object" IS NULL) AS "rows"`,
  )
  return rows[0] ?? none
}

/** Some objects that blobs refer to. */
export async function sampleObjects(
  db: pg.ClientBase,
  most: number,
): Promise<{ object: string; hash: string; size: number }[]> {
  const { rows } = await db.query<{ object: string; hash: string; size: number }>(
    `SELECT b."object", b."hash", o."size" FROM "Blob" b JOIN "FileObject" o ON o."key" = b."object" LIMIT $1`,
    [most],
  )
  return rows
}
