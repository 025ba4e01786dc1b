import pg from 'pg'
import type { OnStatement, OnStatementFailure } from '../observing/on-statement.ts'
import type { WorkOrigin } from '../observing/origin.ts'
import { PreparedQuery } from './prepared-query.ts'
import { StatementBatch } from './statement-batch.ts'

type Done = (error: Error | undefined, result: pg.QueryResult) => void

/** A statement for which the origin is known, or the connection of a transaction for which it is. */
export type WithOrigin = { origin?: WorkOrigin | undefined }

/** A client that reports its statements, from Prisma and from prepared queries, which share the pool. */
export function observedClient(onStatement: OnStatement, onFailure?: OnStatementFailure): typeof pg.Client {
  class ObservedClient extends pg.Client implements WithOrigin {
    origin: WorkOrigin | undefined

    // The pool uses a callback, Prisma a promise; both end here.
    report(
      config: string | ({ text: string } & WithOrigin),
      values?: unknown[] | Done,
      callback?: Done,
    ): unknown {
      const done = typeof values === 'function' ? values : callback
      if (!done && (config instanceof StatementBatch || config instanceof PreparedQuery)) {
        this.reportEach(config instanceof StatementBatch ? config.queries : [config])
        return super.query(config)
      }
      const text = typeof config === 'string' ? config : config.text
      const origin = (typeof config === 'string' ? undefined : config.origin) ?? this.origin
      const parameters = Array.isArray(values) ? values : undefined
      const begun = performance.now()
      const counted = (result: pg.QueryResult | undefined) =>
        onStatement(text, result?.rows?.length ?? 0, performance.now() - begun, origin, false)
      if (!done) {
        return super.query(config as string, parameters).then(
          (result) => {
            counted(result)
            return result
          },
          (error: Error) => {
            onFailure?.(text, error, begun, origin)
            throw error
          },
        )
      }
      return super.query(config as string, parameters as unknown[], (error, result) => {
        if (error) onFailure?.(text, error, begun, origin)
        else counted(result)
        done(error, result)
      })
    }

    /** Statements of a transaction, which share a round trip. */
    reportEach(queries: readonly PreparedQuery[]): void {
      const begun = performance.now()
      let hasFailed = false
      for (const [index, query] of queries.entries()) {
        const { callback, text } = query
        const origin = query.origin ?? this.origin
        const reported: typeof callback = (error, outcome) => {
          const from = queries[index - 1]?.completedAt ?? begun
          if (!error)
            onStatement(text, outcome?.rows.length ?? 0, query.completedAt - from, origin, index > 0)
          // Those after the one that failed were not run.
          else if (!hasFailed) onFailure?.(text, error, from, origin)
          hasFailed ||= error !== null
          callback?.(error, outcome)
        }
        query.callback = reported
      }
    }
  }
  ObservedClient.prototype.query = ObservedClient.prototype.report as typeof pg.Client.prototype.query
  return ObservedClient
}
