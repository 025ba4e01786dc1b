import type pg from 'pg'
import type { WithOrigin } from '../observing/observed-client.ts'
import type { Origin } from '../observing/origin.ts'
import { type Done, type Outcome, PreparedQuery, type Statement } from './prepared-query.ts'
import { StatementBatch } from './statement-batch.ts'

export type Client = pg.PoolClient & WithOrigin

const BEGIN = { name: 'begin', text: 'BEGIN' }
const COMMIT = { name: 'commit', text: 'COMMIT' }

/**
 * The connection of a transaction. Statements that are sent in the same turn of the event loop share a round trip, and
 * BEGIN and COMMIT travel with the first and the last of them: most of the time of a short write is waiting for the
 * server, and other writers wait with it as long as it holds a lock.
 */
export class TransactionConnection {
  #client: Client | null
  #waiting: PreparedQuery[] = []
  #isScheduled = false
  #hasBegun = false
  #failure: Error | undefined

  constructor(client: Client, origin: Origin | undefined) {
    this.#client = client
    // Statements of the transaction, also those of Prisma, are reported with this origin.
    client.origin = origin
  }

  /** What the transaction is done for. */
  get origin(): Origin | undefined {
    return this.#client?.origin
  }

  query<Row>(statement: Statement, values: readonly unknown[], origin?: Origin): Promise<Row[]> {
    return this.run(statement, values, origin).then(({ rows }) => rows as Row[])
  }

  run(statement: Statement, values: readonly unknown[], origin?: Origin): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const query = new PreparedQuery(statement, values, origin)
      const done: Done = (error, outcome) => (error ? reject(error) : resolve(outcome as Outcome))
      query.callback = done
      this.#add(query)
    })
  }

  /** Sends a statement whose result nothing depends on. If it fails, the transaction is not committed. */
  send(statement: Statement, values: readonly unknown[]): void {
    const query = new PreparedQuery(statement, values)
    const done: Done = (error) => {
      if (error) this.#failure ??= error
    }
    query.callback = done
    this.#add(query)
  }

  /** Runs a statement of Prisma's adapter, after those that are waiting. */
  async forward(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const client = this.#open()
    this.#flush()
    if (!this.#hasBegun) {
      this.#hasBegun = true
      await client.query(BEGIN.text)
    }
    return client.query(config)
  }

  async commit(): Promise<void> {
    if (this.#failure) throw this.#failure
    this.#open()
    // Nothing was sent, so there is nothing to commit.
    if (!this.#hasBegun && this.#waiting.length === 0) return
    try {
      await this.run(COMMIT, [])
    } catch (error) {
      throw this.#failure ?? error
    }
    this.#hasBegun = false
  }

  /** Returns the connection to the pool. A transaction that was not committed is rolled back first. */
  async release(): Promise<void> {
    const client = this.#client
    if (!client) return
    this.#client = null
    const error = new Error(EXPIRED)
    for (const query of this.#waiting.splice(0)) query.callback?.(error)
    let failure: Error | undefined
    if (this.#hasBegun) {
      await client.query('ROLLBACK').catch((error: Error) => {
        failure = error
      })
    }
    client.origin = undefined
    client.release(failure)
  }

  #add(query: PreparedQuery): void {
    if (!this.#client) {
      query.callback?.(new Error(EXPIRED))
      return
    }
    this.#waiting.push(query)
    if (this.#isScheduled) return
    this.#isScheduled = true
    // After all promises that are already resolved, and after loaders have collected their keys.
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isScheduled = false
    const queries = this.#waiting.splice(0)
    if (queries.length === 0) return
    if (!this.#hasBegun) queries.unshift(new PreparedQuery(BEGIN, []))
    this.#hasBegun = true
    this.#open().query(queries.length === 1 ? (queries[0] as PreparedQuery) : new StatementBatch(queries))
  }

  #open(): Client {
    // The connection belongs to another request by then.
    if (!this.#client) throw new Error(EXPIRED)
    return this.#client
  }
}

const EXPIRED = 'A statement was sent on an expired transaction.'

const connections = new WeakMap<object, TransactionConnection>()

/** The connection of a transaction that the database has started. */
export function connectionOf(tx: object): TransactionConnection {
  const connection = connections.get(tx)
  if (!connection) throw new Error('The transaction was not started by the database.')
  return connection
}

/** What a transaction is done for, if it is known. */
export const originOf = (tx: object): Origin | undefined => connections.get(tx)?.origin

export function noteConnection(tx: object, connection: TransactionConnection): void {
  connections.set(tx, connection)
}
