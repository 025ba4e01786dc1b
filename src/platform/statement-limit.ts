import type { Queryable, Statement } from './database.ts'
import type { WorkOrigin } from './observing/origin.ts'

/**
 * The number of the pool's connections that one request can use at a time: the others are for other
 * requests.
 */
const MAX_AT_ONCE = 4

/** Runs the statements of one request, a few at a time; the others wait without a connection, in order. */
export class StatementLimit implements Queryable {
  readonly #db: Queryable
  readonly #origin: WorkOrigin | undefined
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(db: Queryable, origin?: WorkOrigin) {
    this.#db = db
    this.#origin = origin
  }

  query<Row>(statement: Statement<Row>, values: readonly unknown[], origin = this.#origin): Promise<Row[]> {
    if (this.#running < MAX_AT_ONCE) {
      this.#running++
      return this.#run(statement, values, origin)
    }
    return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() =>
      this.#run(statement, values, origin),
    )
  }

  #run<Row>(
    statement: Statement<Row>,
    values: readonly unknown[],
    origin: WorkOrigin | undefined,
  ): Promise<Row[]> {
    const rows = this.#db.query<Row>(statement, values, origin)
    rows.then(this.#end, this.#end)
    return rows
  }

  readonly #end = (): void => {
    // A free slot is passed to the next in line, so that a newcomer cannot take it.
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
