import type { GitSync } from '../../generated/prisma/client.ts'
import type { Database } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { Syncs } from './git.steps.ts'

const SYNCS = statement<GitSync>({
  name: 'gitSyncs',
  text: `(SELECT * FROM "GitSync" WHERE "spaceId" = $1 AND "key" = $2)
    UNION ALL (SELECT * FROM "GitSync" WHERE "spaceId" = $1 ORDER BY "syncedAt" DESC LIMIT 1)`,
})

/** The sync with the same branch, and the last one with any. */
export async function findSyncs(db: Database, spaceId: string, key: string): Promise<Syncs> {
  const rows = await db.query(SYNCS, [spaceId, key])
  return { own: rows.find((row) => row.key === key), latest: rows.at(-1) }
}
