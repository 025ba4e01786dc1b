import type pg from 'pg'
import type { PreparedQuery } from './prepared-query.ts'

type Column = Parameters<PreparedQuery['handleRowDescription']>[0]
type Row = Parameters<PreparedQuery['handleDataRow']>[0]
type Complete = Parameters<PreparedQuery['handleCommandComplete']>[0]

/**
 * Statements that travel to the server together and are answered together, in one round trip. After one that fails,
 * PostgreSQL skips the others, so a COMMIT at the end is run only if all before it have succeeded.
 */
export class StatementBatch implements pg.Submittable {
  readonly queries: readonly PreparedQuery[]
  #at = 0

  constructor(queries: readonly PreparedQuery[]) {
    this.queries = queries
  }

  submit(connection: pg.Connection): void {
    // All messages in one write.
    connection.stream.cork()
    const parsed = new Set<string>()
    for (const query of this.queries) query.send(connection, parsed)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(columns: Column): void {
    this.queries[this.#at]?.handleRowDescription(columns)
  }

  handleDataRow(row: Row): void {
    this.queries[this.#at]?.handleDataRow(row)
  }

  handleCommandComplete(complete: Complete): void {
    this.queries[this.#at++]?.handleCommandComplete(complete)
  }

  handleError(error: Error): void {
    for (const query of this.queries.slice(0, this.#at)) query.handleReadyForQuery()
    this.queries[this.#at]?.handleError(error)
    // These were not run, so nothing was prepared for them.
    for (const query of this.queries.slice(this.#at + 1)) query.callback?.(error)
  }

  handleReadyForQuery(): void {
    for (const query of this.queries) query.handleReadyForQuery()
  }
}
