import type pg from 'pg'
import type { WorkOrigin } from '../observing/origin.ts'
import type { WithOrigin } from './observed-client.ts'
import { type Done, type Outcome, PreparedQuery } from './prepared-query.ts'
import { type Statement, statement } from './statement.ts'
import { StatementBatch } from './statement-batch.ts'

export type Client = pg.PoolClient & WithOrigin

const BEGIN = statement({ name: 'begin', text: 'BEGIN' })
const COMMIT = statement({ name: 'commit', text: 'COMMIT' })

/** A statement of Prisma's adapter. */
class Forwarded {
  readonly config: pg.QueryArrayConfig
  readonly resolve: (result: pg.QueryArrayResult) => void
  readonly reject: (error: Error) => void

  constructor(
    config: pg.QueryArrayConfig,
    resolve: (result: pg.QueryArrayResult) => void,
    reject: (error: Error) => void,
  ) {
    this.config = config
    this.resolve = resolve
    this.reject = reject
  }
}

/**
 * The connection of a transaction. Statements that are sent in the same turn of the event loop share a round trip, and
 * so do those that are sent while another round trip is under way. BEGIN and COMMIT travel with the first and the last
 * of them: most of the time of a short write is waiting for the server, and other writers wait with it as long as it
 * holds a lock.
 */
export class TransactionConnection {
  #client: Client | null
  #waiting: (PreparedQuery | Forwarded)[] = []
  #isScheduled = false
  #isUnderWay = false
  #hasBegun = false
  #failure: Error | undefined

  constructor(client: Client, origin: WorkOrigin | undefined) {
    this.#client = client
    // Statements of the transaction, also those of Prisma, are reported with this origin.
    client.origin = origin
  }

  /** What the transaction is done for. */
  get origin(): WorkOrigin | undefined {
    return this.#client?.origin
  }

  query<Row>(statement: Statement<Row>, values: readonly unknown[], origin?: WorkOrigin): Promise<Row[]> {
    return this.run(statement, values, origin).then(({ rows }) => rows as Row[])
  }

  run(statement: Statement, values: readonly unknown[], origin?: WorkOrigin): Promise<Outcome> {
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
  forward(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    return new Promise((resolve, reject) => this.#add(new Forwarded(config, resolve, reject)))
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
    for (const query of this.#waiting.splice(0)) expire(query)
    let failure: Error | undefined
    if (this.#hasBegun) {
      await client.query('ROLLBACK').catch((error: Error) => {
        failure = error
      })
    }
    client.origin = undefined
    client.release(failure)
  }

  #add(query: PreparedQuery | Forwarded): void {
    if (!this.#client) {
      expire(query)
      return
    }
    this.#waiting.push(query)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isUnderWay) return
    this.#isScheduled = true
    // After all promises that are already resolved, and after loaders have collected their keys.
    setImmediate(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  /** Sends the next of those that are waiting: the driver runs one at a time. */
  #flush(): void {
    const [first] = this.#waiting
    if (!first || !this.#client) return
    this.#isUnderWay = true
    if (first instanceof Forwarded && this.#hasBegun) {
      this.#waiting.shift()
      this.#client
        .query(first.config)
        .then(first.resolve, first.reject)
        .finally(() => this.#ended())
      return
    }
    const queries = this.#prepared()
    const last = queries.at(-1) as PreparedQuery
    const { callback } = last
    const done: Done = (error, outcome) => {
      this.#ended()
      callback?.(error, outcome)
    }
    last.callback = done
    this.#client.query(queries.length === 1 ? last : new StatementBatch(queries))
  }

  /** Removes the prepared statements before the next one of Prisma, and begins the transaction with them. */
  #prepared(): PreparedQuery[] {
    const queries: PreparedQuery[] = this.#hasBegun ? [] : [new PreparedQuery(BEGIN, [])]
    this.#hasBegun = true
    const end = this.#waiting.findIndex((query) => query instanceof Forwarded)
    const removed = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
    return queries.concat(removed as PreparedQuery[])
  }

  #ended(): void {
    this.#isUnderWay = false
    if (this.#waiting.length > 0) this.#schedule()
  }

  #open(): Client {
    // The connection belongs to another request by then.
    if (!this.#client) throw new Error(EXPIRED)
    return this.#client
  }
}

const EXPIRED = 'A statement was sent on an expired transaction.'

function expire(query: PreparedQuery | Forwarded): void {
  const error = new Error(EXPIRED)
  if (query instanceof Forwarded) query.reject(error)
  else query.callback?.(error)
}

const connections = new WeakMap<object, TransactionConnection>()

/** The connection of a transaction that the database has started. */
export function connectionOf(tx: object): TransactionConnection {
  const connection = connections.get(tx)
  if (!connection) throw new Error('The transaction was not started by the database.')
  return connection
}

/** What a transaction is done for, if it is known. */
export const originOf = (tx: object): WorkOrigin | undefined => connections.get(tx)?.origin

export function noteConnection(tx: object, connection: TransactionConnection): void {
  connections.set(tx, connection)
}
