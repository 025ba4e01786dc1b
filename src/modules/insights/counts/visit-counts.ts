import type { Database, Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'

/** What is counted: views of pages, searches, searches without result, and the hosts that readers come from. */
export type CountKind = 'view' | 'search' | 'miss' | 'referrer'

/** How long counts stay in memory. */
const FLUSH_MS = 2_000
/** The number of different things that are kept in memory. Those beyond it are not counted. */
const MAX_HELD = 5_000
/** The number of different things of a kind that are stored for a site and a day. */
const MAX_KEYS = 1_000
const MAX_KEY = 128

/** How often something happened on a site in a day. */
export interface Counted {
  siteId: string
  day: string
  kind: CountKind
  key: string
  label: string | null
  count: number
}

// Rows are locked in the order of their keys, so that two nodes never wait for each other.
const ADD = statement({
  name: 'siteCountsAdd',
  text: `INSERT INTO "SiteCount" ("siteId", "day", "kind", "key", "label", "count")
    SELECT g."siteId", g."day", g."kind", g."key", g."label", g."count"
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[])
      AS g("siteId", "day", "kind", "key", "label", "count")
    WHERE EXISTS (SELECT 1 FROM "Site" i WHERE i."id" = g."siteId")
      AND (EXISTS (SELECT 1 FROM "SiteCount" c WHERE c."siteId" = g."siteId" AND c."day" = g."day"
          AND c."kind" = g."kind" AND c."key" = g."key")
        OR (SELECT count(*) FROM "SiteCount" c WHERE c."siteId" = g."siteId" AND c."day" = g."day"
          AND c."kind" = g."kind") < $7::int)
    ORDER BY g."siteId", g."day", g."kind", g."key"
    ON CONFLICT ("siteId", "day", "kind", "key") DO UPDATE
      SET "count" = "SiteCount"."count" + EXCLUDED."count", "label" = EXCLUDED."label"`,
})

/** Adds counts to those that are stored. The rows are different ones. */
export async function addCounts(db: Queryable, rows: readonly Counted[]): Promise<void> {
  if (rows.length === 0) return
  const column = <Name extends keyof Counted>(name: Name) => rows.map((row) => row[name])
  await db.query(ADD, [
    column('siteId'),
    column('day'),
    column('kind'),
    rows.map(({ key }) => key.slice(0, MAX_KEY)),
    column('label'),
    column('count'),
    MAX_KEYS,
  ])
}

/**
 * Counts what happens on sites. Counts are added up in memory and written together, so that no reader waits for a
 * statement. Those of the last seconds are lost when the process is killed.
 */
export class VisitCounts {
  readonly #database: Database
  readonly #now: () => Date
  #held = new Map<string, Counted>()
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  count(siteId: string, kind: CountKind, key: string, label: string | null = null): void {
    const day = this.#now().toISOString().slice(0, 10)
    const id = JSON.stringify([siteId, day, kind, key.slice(0, MAX_KEY)])
    const held = this.#held.get(id)
    if (held) held.count += 1
    else if (this.#held.size < MAX_HELD) {
      this.#held.set(id, { siteId, day, kind, key: key.slice(0, MAX_KEY), label, count: 1 })
    }
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Writes what was counted. A batch that fails is dropped: counts are not worth keeping a broken one. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const rows = [...this.#held.values()]
    this.#held = new Map()
    if (rows.length === 0) return this.#writing
    const write = () => addCounts(this.#database, rows)
    this.#writing = this.#writing.then(write).then(
      () => {},
      () => {},
    )
    return this.#writing
  }
}
