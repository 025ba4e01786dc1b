import pg from 'pg'
import type { Origin } from './origin.ts'

/** Called with every statement that has succeeded: its text, its rows, how long it took and what it was sent for. */
export type OnStatement = (text: string, rows: number, ms: number, origin: Origin | undefined) => void

type Done = (error: Error | undefined, result: pg.QueryResult) => void

/** A statement for which the origin is known, or the connection of a transaction for which it is. */
export type WithOrigin = { origin?: Origin | undefined }

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
