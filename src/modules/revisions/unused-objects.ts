import type { PeriodicContext } from '../../core/operations/module.ts'
import { statement } from '../../platform/statements/statement.ts'
import { eachAtOnce } from '../../platform/turns/at-once.ts'

const BATCH = 100
/** Objects that are removed at the same time. */
const AT_ONCE = 8
const TIME_LIMIT_MS = 60_000

// Blobs can still be added that refer to an object that another blob refers to.
const DUE = statement<{ key: string }>({
  name: 'fileObjectsDue',
  text: `SELECT "key" FROM "FileObject" WHERE "checkAt" <= $1 ORDER BY "checkAt" LIMIT $2
    FOR NO KEY UPDATE SKIP LOCKED`,
})

const KEEP = statement({
  name: 'fileObjectsKept',
  text: `UPDATE "FileObject" o SET "checkAt" = NULL WHERE o."key" = ANY($1)
    AND EXISTS (SELECT 1 FROM "Blob" b WHERE b."object" = o."key")`,
})

const REMOVE = statement<{ key: string }>({
  name: 'fileObjectsRemoved',
  text: `DELETE FROM "FileObject" o WHERE o."key" = ANY($1)
    AND NOT EXISTS (SELECT 1 FROM "Blob" b WHERE b."object" = o."key") RETURNING o."key"`,
})

/**
 * Removes objects that no blob refers to: of purged spaces, and of uploads that failed. Rows are removed first, in a
 * transaction that commits when the objects are gone: meanwhile the foreign key lets no new blob refer to them, and
 * after a failure the rows are still there.
 */
export async function removeUnusedObjects({
  database,
  files,
  now,
  signal,
}: Pick<PeriodicContext, 'database' | 'files' | 'now' | 'signal'>): Promise<number> {
  let removed = 0
  if (!files) return removed
  for (let last = BATCH; last === BATCH && !signal.aborted; ) {
    await database.transaction(
      async (_tx, db) => {
        const keys = (await db.query(DUE, [now, BATCH])).map(({ key }) => key)
        last = keys.length
        if (last === 0) return
        await db.query(KEEP, [keys])
        const unused = await db.query(REMOVE, [keys])
        await eachAtOnce(unused, AT_ONCE, ({ key }) => files.remove(key))
        removed += unused.length
      },
      { timeLimitMs: TIME_LIMIT_MS },
    )
  }
  return removed
}
