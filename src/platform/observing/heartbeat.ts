import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'

/** What commands have to know of the settings of a node, without any secret. */
export interface NodeSettings {
  /** The ids of the keys that it can decrypt with; it encrypts with the first. */
  keys: string[]
  /** A digest of the bucket that it stores files in; null if it stores them in the database. */
  files: string | null
}

interface HeartbeatOptions {
  pool: pg.Pool
  version: string
  settings: NodeSettings
  now: () => Date
  onError: (error: unknown) => void
  intervalMs?: number
}

/** A node that has been seen recently. One of an older release has no keys. */
export interface SeenNode extends NodeSettings {
  id: string
  host: string
  version: string
  /** The clock of the node minus that of the database. */
  skewMs: number
}

const INTERVAL_MS = 60_000
/** Nodes that were seen within this time are running. */
export const RUNNING_SECONDS = 150

const WRITE = `INSERT INTO "Node" ("id", "host", "release", "startedAt", "seenAt", "skewMs", "keys", "files")
  VALUES ($1, $2, $3, now(), now(), $4, $5, $6)
  ON CONFLICT ("id") DO UPDATE SET "seenAt" = excluded."seenAt", "skewMs" = excluded."skewMs"`
const FORGET = `DELETE FROM "Node" WHERE "id" = $1 OR "seenAt" < now() - interval '1 day'`
const SEEN = `SELECT "id", "host", "release" AS "version", "skewMs", "keys", "files" FROM "Node"
  WHERE "seenAt" > now() - interval '${RUNNING_SECONDS} seconds' ORDER BY "host", "id"`

/** How far a clock is ahead of that of the database: by the half of the round trip, the answer is from then. */
export async function clockSkewMs(pool: pg.Pool, now: () => Date): Promise<number> {
  const begun = performance.now()
  const at = now().getTime()
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  )
  return at + (performance.now() - begun) / 2 - (rows[0]?.ms ?? at)
}

export const runningNodes = async (pool: pg.Pool): Promise<SeenNode[]> =>
  (await pool.query<SeenNode>(SEEN)).rows

/** Records every minute that a node runs, its version and settings, and how its clock differs from that of the database. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  readonly #id = randomUUID()
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void>

  constructor(options: HeartbeatOptions) {
    this.#options = options
    this.#writing = this.#write()
    this.#timer = setInterval(() => {
      this.#writing = this.#write()
    }, options.intervalMs ?? INTERVAL_MS)
    this.#timer.unref()
  }

  /** Removes the record of this node, and those of nodes that died long ago. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.#options.pool.query(FORGET, [this.#id]).catch(() => undefined)
  }

  async #write(): Promise<void> {
    const { pool, version, settings, now, onError } = this.#options
    try {
      const skewMs = await clockSkewMs(pool, now)
      await pool.query(WRITE, [this.#id, hostname(), version, skewMs, settings.keys, settings.files])
    } catch (error) {
      onError(error)
    }
  }
}
