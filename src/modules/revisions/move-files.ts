import { sentBytes, withBytes } from '../../platform/byte-pieces.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import type { ObjectStore } from '../../platform/files/object-store.ts'
import { statement } from '../../platform/statements/statement.ts'
import { hashInTurns } from '../../platform/turns/hash-in-turns.ts'
import { findBlob } from './blobs.ts'
import { type NewBlob, putObjects } from './keep-blobs.ts'

export type FilesPlace = 'storage' | 'database'

interface Moving {
  files: ObjectStore
  to: FilesPlace
  onProgress: (done: number, of: number) => void
}

const BATCH = 100

const WHERE = { storage: '"object" IS NULL', database: '"object" IS NOT NULL' } as const

/**
 * Moves the bytes of existing files, one after the other, also while servers run: a row says where its bytes are, and
 * names the new place when they are there. Returns their number.
 */
export async function moveFiles(database: Database, { files, to, onProgress }: Moving): Promise<number> {
  const { pool } = database
  const move = to === 'storage' ? moveToStorage : moveToDatabase
  const storage = { db: database, files }
  const { rows: counted } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM "Blob" WHERE ${WHERE[to]}`,
  )
  const of = counted[0]?.count ?? 0
  let done = 0
  let after = ['', '']
  for (let last = BATCH; last === BATCH; ) {
    const { rows } = await pool.query<{ spaceId: string; hash: string }>(
      `SELECT "spaceId", "hash" FROM "Blob" WHERE ${WHERE[to]} AND ("spaceId", "hash") > ($1, $2)
        ORDER BY "spaceId", "hash" LIMIT ${BATCH}`,
      after,
    )
    for (const { spaceId, hash } of rows) {
      const bytes = await findBlob(storage, spaceId, hash)
      // Its space was purged meanwhile.
      if (!bytes) continue
      if ((await hashInTurns(bytes)) !== hash) {
        throw new Error(`The file ${hash} of the space ${spaceId} is damaged, and was not moved.`)
      }
      await move(database, files, spaceId, { hash, bytes })
      done += 1
      onProgress(done, of)
    }
    const end = rows.at(-1)
    if (end) after = [end.spaceId, end.hash]
    last = rows.length
  }
  return done
}

const NAME_OBJECT = statement({
  name: 'contentBlobToObject',
  text: `UPDATE "Blob" SET "bytes" = NULL, "object" = $3
    WHERE "spaceId" = $1 AND "hash" = $2 AND "object" IS NULL`,
})

async function moveToStorage(db: Queryable, files: ObjectStore, spaceId: string, blob: NewBlob) {
  const [kept] = await putObjects(db, files, [blob])
  await db.query(NAME_OBJECT, [spaceId, blob.hash, kept?.object])
}

const FILL_ROW = statement({
  name: 'contentBlobToRow',
  text: `UPDATE "Blob" SET "bytes" = ${sentBytes('$3', '$4')}, "object" = NULL
    WHERE "spaceId" = $1 AND "hash" = $2 AND "object" IS NOT NULL`,
})

async function moveToDatabase(db: Queryable, _files: ObjectStore, spaceId: string, { hash, bytes }: NewBlob) {
  await withBytes(db, bytes, (whole, upload) => db.query(FILL_ROW, [spaceId, hash, whole, upload]))
}
