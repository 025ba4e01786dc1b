import type pg from 'pg'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'

/** Runs the statements of Prisma's adapter. */
interface Forwarding {
  forward(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult>
}

const MARK = '-- quire transaction '
const NOTHING = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] } as pg.QueryArrayResult
const ENDS = new Set(['COMMIT', 'ROLLBACK'])
/** Nothing is sent when a call is repeated for its error. */
const REPEAT_MS = 5_000

/**
 * Runs transactions of Prisma on connections whose transaction has already begun. Prisma does not say which transaction
 * it starts, so it gets a connection without a server first: the first statement is a comment that names the
 * transaction and is never sent. Transactions that Prisma starts by itself, for nested writes, get one of the pool.
 */
export class PrismaTransactions {
  readonly #pool: pg.Pool
  readonly #marked = new Map<string, Forwarding>()
  #last = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** The pool for Prisma's adapter: its transactions start without a connection. */
  get pool(): pg.Pool {
    const pool = this.#pool
    return Object.create(pool, {
      connect: { value: async () => this.#late() },
      query: { value: pool.query.bind(pool) },
    })
  }

  /** A transaction of Prisma on this connection. It is started when it is first used. */
  on(prisma: PrismaClient, connection: Forwarding, timeLimitMs: number): PrismaTransaction {
    const mark = `${MARK}${++this.#last}`
    return new PrismaTransaction(async (use, end) => {
      this.#marked.set(mark, connection)
      try {
        await prisma.$transaction(
          async (tx) => {
            await tx.$queryRawUnsafe(mark)
            use(tx)
            await end
          },
          // Longer than the limit of the connection, which is the one that applies.
          { timeout: 2 * timeLimitMs },
        )
      } finally {
        this.#marked.delete(mark)
      }
    })
  }

  /**
   * The error that Prisma throws for a call whose statement fails with this error or, if it is null, returns no row: the
   * call is repeated with a connection that does just that. So codes, messages and `meta` are those of Prisma's version.
   */
  async errorOf(
    prisma: PrismaClient,
    call: (tx: Prisma.TransactionClient) => unknown,
    error: Error | null,
  ): Promise<unknown> {
    const forward = async () => {
      if (error) throw error
      return NOTHING
    }
    const repeated = this.on(prisma, { forward }, REPEAT_MS)
    try {
      await call(await repeated.client())
      return error ?? new Error('A call found no row, and Prisma did not fail without one.')
    } catch (failure) {
      return failure
    } finally {
      await repeated.end()
    }
  }

  #late(): pg.PoolClient {
    let transaction: Forwarding | undefined
    let own: Promise<pg.PoolClient> | undefined
    const ownClient = async () => {
      const client = await this.#pool.connect()
      await client.query('BEGIN')
      return client
    }
    const query = async (config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> => {
      const { text } = config
      const marked = this.#marked.get(text)
      transaction ??= marked
      if (marked || text === 'BEGIN' || (ENDS.has(text) && !own)) return NOTHING
      if (transaction) return transaction.forward(config)
      own ??= ownClient()
      return (await own).query(config)
    }
    const release = (error?: Error | boolean) =>
      void own?.then((client) => client.release(error)).catch(() => {})
    const ignore = () => {}
    return { query, release, on: ignore, removeListener: ignore } as unknown as pg.PoolClient
  }
}

type Run = (use: (tx: Prisma.TransactionClient) => void, end: Promise<void>) => Promise<void>

/** One transaction of Prisma. What is committed is decided by its connection. */
export class PrismaTransaction {
  readonly #run: Run
  #started: Promise<Prisma.TransactionClient> | undefined
  #ended: Promise<void> | undefined
  #finish = () => {}

  constructor(run: Run) {
    this.#run = run
  }

  client(): Promise<Prisma.TransactionClient> {
    this.#started ??= new Promise((use, reject) => {
      const end = new Promise<void>((resolve) => {
        this.#finish = resolve
      })
      this.#ended = this.#run(use, end).catch(reject)
    })
    return this.#started
  }

  async end(): Promise<void> {
    this.#finish()
    await this.#ended
  }
}
