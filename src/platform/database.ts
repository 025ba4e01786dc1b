import type { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts'
import { type Announcer, holdBack } from './announce.ts'
import { decodeTextsFast } from './fast-texts.ts'
import { PreparedQuery, type Statement } from './prepared-query.ts'

export type { Statement } from './prepared-query.ts'

decodeTextsFast()

/** Anything that can run a statement: the pool, or the transaction of a write. */
export interface Queryable {
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
}

export interface Database extends Queryable {
  readonly pool: pg.Pool
  readonly prisma: PrismaClient
  transaction<T>(
    work: (tx: Prisma.TransactionClient, db: Queryable) => Promise<T>,
    options?: { timeLimitMs?: number | undefined },
  ): Promise<T>
  /**
   * Sets the announcer for notifications of transactions, instead of PostgreSQL's NOTIFY; undefined
   * restores NOTIFY.
   */
  announceBy(announcer: Announcer | undefined): void
  /** Resolves when the database responds, within a few seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A function is called for every new connection: a restarted server may have another port. */
  url: string | (() => string)
  /** The maximum number of connections of this process. */
  poolSize: number
  /** Milliseconds without a response to a statement after which its connection counts as lost. */
  answerMs?: number
  /** Called with every statement that is sent and the rows that are returned; tests count with it. */
  onStatement?: (text: string, rows: number) => void
  /** Called when an idle connection breaks, which is not an error of any request. */
  onDisconnect?: (error: Error) => void
}

type Done = (error: Error | undefined, result: pg.QueryResult) => void

/** A client that reports its statements, from Prisma and from prepared queries, which share the pool. */
function reportingClient(onStatement: (text: string, rows: number) => void): typeof pg.Client {
  class ReportingClient extends pg.Client {
    // The pool uses a callback, Prisma a promise; both end here.
    report(config: string | { text: string }, values?: unknown[] | Done, callback?: Done): unknown {
      const text = typeof config === 'string' ? config : config.text
      const done = typeof values === 'function' ? values : callback
      const parameters = Array.isArray(values) ? values : undefined
      const counted = (result: pg.QueryResult | undefined) => onStatement(text, result?.rows?.length ?? 0)
      if (!done) {
        return super.query(config as string, parameters).then((result) => {
          counted(result)
          return result
        })
      }
      return super.query(config as string, parameters as unknown[], (error, result) => {
        if (!error) counted(result)
        done(error, result)
      })
    }
  }
  ReportingClient.prototype.query = ReportingClient.prototype.report as typeof pg.Client.prototype.query
  return ReportingClient
}

/** Longer than the server's own limit: by then the statement is not slow, but the server is gone. */
const ANSWER_MS = 35_000

/**
 * Treats a connection as lost when nothing arrives while a statement waits on it. The driver has a limit
 * too, but with a timer and a closure for every statement, which keep the data of a request alive until the
 * next full collection.
 */
function giveUpWhenSilent(pooled: pg.PoolClient, answerMs: number): void {
  const client = pooled as pg.PoolClient & { connection: pg.Connection; readyForQuery: boolean }
  const stream = client.connection.stream as Socket
  stream.setTimeout(answerMs, () => {
    if (!client.readyForQuery) stream.destroy(new Error('Query read timeout'))
  })
}

/**
 * The number of statements in our code; those for lists of varying length would otherwise fill the server's
 * memory.
 */
const MOST_NAMES = 500
/** A longer statement has a long list of parameters and is rarely repeated. */
const MOST_NAMED_CHARACTERS = 10_000

/**
 * Names for the statements of transactions, so that a connection parses and plans each once: a merge runs
 * dozens of them while it holds its lock. Without a name they are prepared again each time.
 */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= MOST_NAMES || sql.length > MOST_NAMED_CHARACTERS) return ''
    const name = `tx_${names.size}`
    names.set(sql, name)
    return name
  }
}

/** The default time limit of a transaction. */
const TRANSACTION_MS = 20_000

/** Opens the pool that Prisma and the prepared queries share. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url } = options
  const pool = new pg.Pool({
    connectionString: typeof url === 'string' ? url : url(),
    max: options.poolSize,
    // Without it a request waits forever when the server is gone.
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'quire',
    // For one parent, PostgreSQL estimates the custom plan of a batched statement as cheaper than the
    // generic one, so by default it would plan it each time: a millisecond for a read that takes half of
    // that.
    options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan',
    ...(options.onStatement ? { Client: reportingClient(options.onStatement) } : {}),
  })
  if (typeof url === 'function') Object.defineProperty(pool.options, 'connectionString', { get: url })
  pool.on('error', (error) => options.onDisconnect?.(error))
  pool.on('connect', (client) => {
    giveUpWhenSilent(client, options.answerMs ?? ANSWER_MS)
    // Without a listener, a connection lost between two statements would end the process; instead the next
    // statement fails.
    client.on('error', () => {})
  })

  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: false, statementNameGenerator: statementNames() }),
    transactionOptions: { maxWait: 5_000 },
  })

  let announcer: Announcer | undefined

  return {
    pool,
    prisma,
    query: <Row>(statement: Statement, values: readonly unknown[]) =>
      new Promise<Row[]>((resolve, reject) => {
        pool.query(new PreparedQuery(statement, values), (error, result) =>
          error ? reject(error) : resolve(result.rows as Row[]),
        )
      }),
    transaction: async (work, { timeLimitMs = TRANSACTION_MS } = {}) => {
      const by = announcer
      let sayAll: ((announcer: Announcer) => void) | undefined
      const result = await prisma.$transaction(
        (tx) => {
          if (by) sayAll = holdBack(tx)
          const db: Queryable = {
            query: <Row>({ text }: Statement, values: readonly unknown[]) =>
              tx.$queryRawUnsafe<Row[]>(text, ...values),
          }
          return work(tx, db)
        },
        { timeout: timeLimitMs },
      )
      if (by) sayAll?.(by)
      return result
    },
    announceBy: (next) => {
      announcer = next
    },
    ping: async () => {
      await pool.query('SELECT 1')
    },
    close: async () => {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}
