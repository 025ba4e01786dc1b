import type { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts'
import { type Announcer, holdBack } from './announce.ts'
import { readRowsFast } from './fast-rows.ts'
import type { OnStatement, OnStatementFailure } from './observing/on-statement.ts'
import type { WorkOrigin } from './observing/origin.ts'
import { type Client, TransactionConnection } from './statements/connection.ts'
import { observedClient } from './statements/observed-client.ts'
import { PreparedQuery } from './statements/prepared-query.ts'
import { PrismaTransactions } from './statements/prisma-transactions.ts'
import type { Statement } from './statements/statement.ts'
import { statementNames } from './statements/statement-names.ts'
import { type ErrorOf, transactionClients } from './statements/transaction-client.ts'

export type { Statement } from './statements/statement.ts'

readRowsFast()

/** Anything that can run a statement: the pool, or the transaction of a write. */
export interface Queryable {
  query<Row>(statement: Statement<Row>, values: readonly unknown[], origin?: WorkOrigin): Promise<Row[]>
}

interface TransactionOptions {
  timeLimitMs?: number | undefined
  origin?: WorkOrigin | undefined
}

export interface Database extends Queryable {
  readonly pool: pg.Pool
  readonly prisma: PrismaClient
  transaction<T>(
    work: (tx: Prisma.TransactionClient, db: Queryable) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /**
   * Sets the announcer for notifications of transactions, instead of PostgreSQL's NOTIFY; undefined
   * restores NOTIFY.
   */
  announceBy(announcer: Announcer | undefined): void
  /** Called when a transaction is repeated after a conflict. */
  readonly onRetry?: ((origin: WorkOrigin) => void) | undefined
  /** Resolves when the database responds, within a few seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

interface DatabaseOptions {
  /** A function is called for every new connection: a restarted server may have another port. */
  url: string | (() => string)
  /** The maximum number of connections of this process. */
  poolSize: number
  /** Milliseconds without a response to a statement after which its connection counts as lost. */
  answerMs?: number
  /** Called with every statement: for metrics and the log of slow statements; tests count with it. */
  onStatement?: OnStatement | undefined
  /** Called with every statement that fails, if `onStatement` is set. */
  onStatementFailure?: OnStatementFailure | undefined
  onRetry?: ((origin: WorkOrigin) => void) | undefined
  /** Called when an idle connection breaks, which is not an error of any request. */
  onDisconnect?: (error: Error) => void
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
    ...(options.onStatement
      ? { Client: observedClient(options.onStatement, options.onStatementFailure) }
      : {}),
  })
  if (typeof url === 'function') Object.defineProperty(pool.options, 'connectionString', { get: url })
  pool.on('error', (error) => options.onDisconnect?.(error))
  pool.on('connect', (client) => {
    giveUpWhenSilent(client, options.answerMs ?? ANSWER_MS)
    // Without a listener, a connection lost between two statements would end the process; instead the next
    // statement fails.
    client.on('error', () => {})
  })

  const transactions = new PrismaTransactions(pool)
  const nameOf = statementNames('prisma')
  const prisma = new PrismaClient({
    adapter: new PrismaPg(transactions.pool, {
      disposeExternalPool: false,
      statementNameGenerator: ({ sql }) => nameOf(sql),
    }),
    transactionOptions: { maxWait: 5_000 },
  })
  const clientOf = transactionClients(statementNames('tx'))

  let announcer: Announcer | undefined

  return {
    pool,
    prisma,
    onRetry: options.onRetry,
    query: <Row>(statement: Statement<Row>, values: readonly unknown[], origin?: WorkOrigin) =>
      new Promise<Row[]>((resolve, reject) => {
        pool.query(new PreparedQuery(statement, values, origin), (error, result) =>
          error ? reject(error) : resolve(result.rows as Row[]),
        )
      }),
    transaction: async (work, { timeLimitMs = TRANSACTION_MS, origin } = {}) => {
      const by = announcer
      const connection = new TransactionConnection((await pool.connect()) as Client, origin)
      const engine = transactions.on(prisma, connection, timeLimitMs)
      const errorOf: ErrorOf = (call, error) => transactions.errorOf(prisma, call, error)
      const tx = clientOf({ connection, engine, errorOf })
      const sayAll = by && holdBack(tx)
      const limit = setTimeout(() => void connection.release(), timeLimitMs)
      try {
        const result = await work(tx, connection)
        clearTimeout(limit)
        await connection.commit()
        if (by) sayAll?.(by)
        return result
      } finally {
        clearTimeout(limit)
        await connection.release()
        await engine.end()
      }
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

/** The same database: its statements count for this origin, unless they have one. */
export const withOrigin = (database: Database, origin: WorkOrigin): Database => ({
  ...database,
  query: (statement, values, own = origin) => database.query(statement, values, own),
  transaction: (work, options) => database.transaction(work, { origin, ...options }),
})
