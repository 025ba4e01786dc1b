import type { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import type { Prisma } from '../generated/prisma/client.ts'
import type { WithOrigin } from './observing/observed-client.ts'
import type { Origin } from './observing/origin.ts'
import { PreparedQuery, type Statement } from './prepared-query.ts'

type Client = pg.PoolClient & WithOrigin

/**
 * The connection of a transaction of Prisma, for our own statements: they are prepared by name, and do not pass
 * Prisma's engine, which takes several times as long as the driver.
 */
export class TransactionConnection {
  #client: Client | null

  constructor(client: Client) {
    this.#client = client
  }

  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const client = this.#client
    // The connection belongs to another request by then.
    if (!client) return Promise.reject(new Error('A statement was sent on an expired transaction.'))
    return new Promise<Row[]>((resolve, reject) => {
      client.query(new PreparedQuery(statement, values), (error, result) =>
        error ? reject(error) : resolve(result.rows as Row[]),
      )
    })
  }

  /** Statements of the transaction, also those of Prisma, are reported with this origin. */
  set origin(origin: Origin | undefined) {
    if (this.#client) this.#client.origin = origin
  }

  /** No statement may follow the end of the transaction. */
  end(): void {
    this.origin = undefined
    this.#client = null
  }
}

const MARK = '-- quire transaction '
const NOTHING: SqlResultSet = { columnNames: [], columnTypes: [], rows: [] }
const ENDS = new Set(['COMMIT', 'ROLLBACK'])
const connections = new WeakMap<object, TransactionConnection>()

/** The connection of a transaction that the database has started. */
export function connectionOf(tx: object): TransactionConnection {
  const connection = connections.get(tx)
  if (!connection) throw new Error('The transaction was not started by the database.')
  return connection
}

/**
 * Finds the connections of Prisma's transactions. Prisma does not say on which connection a transaction runs, and an
 * AsyncLocalStorage would slow down every promise of the server. Instead, the transaction begins with a comment that is
 * never sent: the adapter recognizes it.
 */
export class TransactionConnections {
  readonly #found = new Map<string, TransactionConnection | null>()
  #last = 0

  /** Makes the adapter recognize marks. */
  observe(factory: PrismaPg): PrismaPg {
    const connect = factory.connect.bind(factory)
    factory.connect = async () => {
      const adapter = (await connect()) as SqlDriverAdapter
      const start = adapter.startTransaction.bind(adapter)
      adapter.startTransaction = async (isolation) => this.#observed(await start(isolation))
      return adapter as Awaited<ReturnType<typeof connect>>
    }
    return factory
  }

  /** The connection of a transaction that has just begun. */
  async find(tx: Prisma.TransactionClient, origin: Origin | undefined): Promise<TransactionConnection> {
    const mark = `${MARK}${++this.#last}`
    this.#found.set(mark, null)
    try {
      await tx.$queryRawUnsafe(mark)
      const connection = this.#found.get(mark)
      if (!connection) throw new Error('The connection of the transaction is unknown.')
      connection.origin = origin
      connections.set(tx, connection)
      return connection
    } finally {
      this.#found.delete(mark)
    }
  }

  #observed(transaction: Transaction): Transaction {
    const { client } = transaction as unknown as { client: Client }
    const connection = new TransactionConnection(client)
    const { queryRaw, executeRaw, commit, rollback } = transaction
    transaction.queryRaw = async (query) => {
      if (!this.#found.has(query.sql)) return queryRaw.call(transaction, query)
      this.#found.set(query.sql, connection)
      return NOTHING
    }
    transaction.executeRaw = (query) => {
      if (ENDS.has(query.sql)) connection.end()
      return executeRaw.call(transaction, query)
    }
    // These return the connection to the pool, also where it broke before.
    transaction.commit = () => {
      connection.end()
      return commit.call(transaction)
    }
    transaction.rollback = () => {
      connection.end()
      return rollback.call(transaction)
    }
    return transaction
  }
}
