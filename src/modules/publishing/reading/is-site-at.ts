import type { WebOptions } from '../../../core/operations/web.ts'
import { statement } from '../../../platform/statements/statement.ts'

/** The longest time that a node uses what it has found. */
const KEPT_MS = 1_000

const AT_HOST = statement<{ found: boolean }>({
  name: 'siteAtHost',
  text: `SELECT EXISTS (SELECT 1 FROM "Site" WHERE "hostname" = $1)
    OR EXISTS (SELECT 1 FROM "Site" WHERE "proxy" = $1 OR "proxy" LIKE replace($1, '_', '\\_') || '/%') AS "found"`,
})

/** Whether a site is at a host. `beforeLookup` runs before a host is looked up that this node does not know. */
export async function isSiteAt(
  { cache, database, now: clock }: WebOptions,
  host: string,
  beforeLookup: () => Promise<void>,
): Promise<boolean> {
  if (host === '') return false
  const key = `host ${host}`
  const known = cache.get<{ isSite: boolean; until: number }>(key)
  const now = clock().getTime()
  if (known && known.until > now && known.until <= now + KEPT_MS) return known.isSite
  await beforeLookup()
  const [row] = await database.query(AT_HOST, [host])
  const isSite = row?.found ?? false
  cache.set(key, { isSite, until: now + KEPT_MS }, 100)
  return isSite
}
