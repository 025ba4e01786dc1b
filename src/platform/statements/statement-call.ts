import { createHash } from 'node:crypto'
import type { TransactionConnection } from './connection.ts'
import type { Outcome } from './prepared-query.ts'
import { Statement } from './statement.ts'

/** A call that is sent when it is awaited, as those of Prisma. */
export class LazyCall<T> implements PromiseLike<T> {
  readonly [Symbol.toStringTag] = 'PrismaPromise'
  readonly #start: () => Promise<T>
  #result: Promise<T> | undefined

  constructor(start: () => Promise<T>) {
    this.#start = start
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(
    onResult?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#promise().then(onResult, onError)
  }

  catch<B>(onError: (reason: unknown) => B | PromiseLike<B>): Promise<T | B> {
    return this.#promise().catch(onError)
  }

  finally(onEnd: () => void): Promise<T> {
    return this.#promise().finally(onEnd)
  }

  #promise(): Promise<T> {
    this.#result ??= this.#start()
    return this.#result
  }
}

/** A statement with its values. */
export interface BoundStatement<Row = unknown> {
  readonly statement: Statement<Row>
  readonly values: readonly unknown[]
}

/** A statement that nothing else has to wait for, unlike a call that Prisma runs. */
export class StatementCall<T> extends LazyCall<T> {
  readonly connection: TransactionConnection
  readonly made: BoundStatement
  readonly #result: (outcome: Promise<Outcome>) => Promise<T>

  constructor(
    connection: TransactionConnection,
    made: BoundStatement,
    result: (outcome: Promise<Outcome>) => Promise<T>,
  ) {
    super(() => result(connection.run(made.statement, made.values)))
    this.connection = connection
    this.made = made
    this.#result = result
  }

  /** The same call, whose statement also runs others, which are declared as parts. */
  with(others: readonly BoundStatement[]): StatementCall<T> {
    const { statement, values } = this.made
    const all = [...values]
    const texts: string[] = []
    for (const [index, other] of others.entries()) {
      texts.push(`other${index} AS (${other.statement.textAfter(all.length)})`)
      all.push(...other.values)
    }
    const names = [statement.name, ...others.map((other) => other.statement.name)]
    const name = statement.name && joinedName(names)
    const text = `WITH ${texts.join(', ')} ${statement.text}`
    const made = new Statement({ name, text, likePrisma: statement.likePrisma })
    return new StatementCall(this.connection, { statement: made, values: all }, this.#result)
  }
}

/** More than a few make the statement longer than the round trips that it saves are worth. */
const MAX_TOGETHER = 2
/** PostgreSQL compares the first 63 characters of the names of prepared statements. */
const MAX_NAME = 63

const joinedName = (names: readonly (string | undefined)[]): string => {
  const name = names.join('_')
  return name.length <= MAX_NAME ? name : createHash('sha256').update(name).digest('base64url')
}

interface Runner {
  query(statement: Statement, values: readonly unknown[]): PromiseLike<unknown>
}

/**
 * Runs statements that change other tables and whose results nothing depends on, and a call: as one statement if there
 * are few, because a round trip for each takes longer than to run it. `db` runs them for a call that Prisma runs.
 * `after` are calls that need the row of this one: they are sent with it.
 */
export async function callWith<T>(
  db: Runner,
  call: PromiseLike<T>,
  others: readonly BoundStatement[],
  after: () => readonly PromiseLike<unknown>[] = () => [],
): Promise<T> {
  if (!(call instanceof StatementCall)) {
    for (const { statement, values } of others) await db.query(statement, values)
    const result = await call
    await Promise.all(after())
    return result
  }
  const { connection } = call
  const isJoined = others.length > 0 && others.length <= MAX_TOGETHER
  // The first is sent before the others are created, so that they run in this order.
  const sent = (isJoined ? call.with(others) : call).then((result) => result)
  const separate = isJoined ? [] : others
  const [result] = await Promise.all([
    sent,
    ...separate.map(({ statement, values }) => connection.run(statement, values)),
    ...after(),
  ])
  return result
}

/**
 * Sends a call whose result nothing depends on, without waiting for it if it is one statement. If it fails, the
 * transaction is not committed.
 */
export async function sendCall(call: PromiseLike<unknown>): Promise<void> {
  if (!(call instanceof StatementCall)) await call
  else call.connection.send(call.made.statement, call.made.values)
}
