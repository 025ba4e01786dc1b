import type { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Origin } from './origin.ts'

/** Called with every statement that has succeeded: its text, its rows, how long it took and what it was sent for. */
export type OnStatement = (text: string, rows: number, ms: number, origin: Origin | undefined) => void

type Done = (error: Error | undefined, result: pg.QueryResult) => void

/** A statement for which the origin is known, or the connection of a transaction for which it is. */
type WithOrigin = { origin?: Origin | undefined }

/** A client that reports its statements, from Prisma and from prepared queries, which share the pool. */
export function observedClient(onStatement: OnStatement): typeof pg.Client {
  class ObservedClient extends pg.Client implements WithOrigin {
    origin: Origin | undefined

    // The pool uses a callback, Prisma a promise; both end here.
    report(
      config: string | ({ text: string } & WithOrigin),
      values?: unknown[] | Done,
      callback?: Done,
    ): unknown {
      const text = typeof config === 'string' ? config : config.text
      const origin = (typeof config === 'string' ? undefined : config.origin) ?? this.origin
      const done = typeof values === 'function' ? values : callback
      const parameters = Array.isArray(values) ? values : undefined
      const begun = performance.now()
      const counted = (result: pg.QueryResult | undefined) =>
        onStatement(text, result?.rows?.length ?? 0, performance.now() - begun, origin)
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
  ObservedClient.prototype.query = ObservedClient.prototype.report as typeof pg.Client.prototype.query
  return ObservedClient
}

const MARK = '-- quire origin '
const NOTHING: SqlResultSet = { columnNames: [], columnTypes: [], rows: [] }

/**
 * Connects the statements of a transaction with its origin. Prisma does not say on which connection a transaction runs,
 * and an AsyncLocalStorage would slow down every promise of the server. Instead, the transaction begins with a comment
 * that is never sent: the adapter recognizes it and notes the origin on its connection.
 */
export class TransactionOrigins {
  readonly #pending = new Map<string, Origin>()
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

  /** Notes the origin of a transaction that has just begun. */
  async mark(tx: Prisma.TransactionClient, origin: Origin): Promise<void> {
    const key = String(++this.#last)
    this.#pending.set(key, origin)
    try {
      await tx.$queryRawUnsafe(MARK + key)
    } finally {
      this.#pending.delete(key)
    }
  }

  #observed(transaction: Transaction): Transaction {
    const { client } = transaction as unknown as { client: WithOrigin }
    const { queryRaw, commit, rollback } = transaction
    transaction.queryRaw = async (query) => {
      if (!query.sql.startsWith(MARK)) return queryRaw.call(transaction, query)
      client.origin = this.#pending.get(query.sql.slice(MARK.length))
      return NOTHING
    }
    // The connection returns to the pool.
    transaction.commit = () => {
      client.origin = undefined
      return commit.call(transaction)
    }
    transaction.rollback = () => {
      client.origin = undefined
      return rollback.call(transaction)
    }
    return transaction
  }
}
