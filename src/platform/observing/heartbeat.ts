import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'

export interface HeartbeatOptions {
  pool: pg.Pool
  version: string
  now: () => Date
  onError: (error: unknown) => void
  intervalMs?: number
}

/** A node that has been seen recently. */
export interface SeenNode {
  id: string
  host: string
  version: string
  /** The clock of the node minus that of the database. */
  skewMs: number
}

const INTERVAL_MS = 60_000
/** Nodes that were seen within this time are running. */
const RUNNING = `interval '150 seconds'`

const WRITE = `INSERT INTO "Node" ("id", "host", "release", "startedAt", "seenAt", "skewMs")
  VALUES ($1, $2, $3, now(), now(), $4)
  ON CONFLICT ("id") DO UPDATE SET "seenAt" = excluded."seenAt", "skewMs" = excluded."skewMs"`
const FORGET = `DELETE FROM "Node" WHERE "id" = $1 OR "seenAt" < now() - interval '1 day'`
const SEEN = `SELECT "id", "host", "release" AS "version", "skewMs" FROM "Node" WHERE "seenAt" > now() - ${RUNNING} ORDER BY "host", "id"`

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

/** Records every minute that a node runs, its version, and how its clock differs from that of the database. */
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
    const { pool, version, now, onError } = this.#options
    try {
      await pool.query(WRITE, [this.#id, hostname(), version, await clockSkewMs(pool, now)])
    } catch (error) {
      onError(error)
    }
  }
}
