import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { BufferReader } from 'pg-protocol/dist/buffer-reader.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import { afterAll, describe, expect, it } from 'vitest'
import { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts'
import { openTestDatabase } from '../support/database.ts'

// What src uses of the database libraries without a promise in their documentation. An upgrade fails here first: check
// the uses that are listed, run test/platform and test/operations, and then change the version.
const USES = [
  {
    library: 'pg',
    version: '8.23.1',
    uses: 'client.connection and client.readyForQuery (platform/database.ts), the methods of a Submittable and of its connection (platform/statements/prepared-query.ts, statement-batch.ts), pool.options (platform/database.ts)',
  },
  {
    library: 'pg-protocol',
    version: '1.16.1',
    uses: 'the prototypes of Parser and BufferReader (platform/fast-rows.ts)',
  },
  {
    library: '@prisma/adapter-pg',
    version: '7.10.0',
    uses: 'what it calls on its pool and its connections (platform/statements/prisma-transactions.ts), and the methods of its adapter that are replaced (platform/migrate.ts)',
  },
  {
    library: '@prisma/client',
    version: '7.10.0',
    uses: 'text and values of Prisma.sql (platform/statements/transaction-client.ts)',
  },
  {
    library: '@prisma/schema-engine-wasm',
    version: '7.10.0-4.0edf323efd1d98336f3f0a68684b56f689b900d3',
    uses: 'the functions that its module of JavaScript passes to WASM (platform/migrate.ts)',
  },
]

const require = createRequire(import.meta.url)

/** The version in node_modules. Not every package exports its package.json. */
function installedVersion(library: string): string {
  const folder = require.resolve.paths(library)?.find((path) => {
    try {
      return readFileSync(join(path, library, 'package.json'))
    } catch {
      return false
    }
  })
  return JSON.parse(readFileSync(join(folder ?? dirname('.'), library, 'package.json'), 'utf8')).version
}

const db = await openTestDatabase()
afterAll(() => db.drop())

async function withClient<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

it.each(USES)(
  'the private members of $library that src uses were checked with the installed version',
  (use) => {
    const { library, version, uses } = use
    const installed = installedVersion(library)
    const advice = `${library} ${installed} is installed, and ${version} was checked. Check ${uses}; then change the version in this test.`
    expect(installed, advice).toBe(version)
  },
)

describe('pg', () => {
  it('has the socket of a client in connection.stream, and says in readyForQuery whether a statement waits', () =>
    withClient(async (client) => {
      const inside = client as pg.Client & { connection: pg.Connection; readyForQuery: boolean }
      expect(inside.connection.stream).toBeInstanceOf(Socket)
      expect(inside.readyForQuery).toBe(true)
      const running = client.query('SELECT 1')
      expect(inside.readyForQuery).toBe(false)
      await running
      expect(inside.readyForQuery).toBe(true)
      const failing = client.query('SELECT 1 / 0')
      expect(inside.readyForQuery).toBe(false)
      await expect(failing).rejects.toThrow('division by zero')
      await client.query('SELECT 1')
      expect(inside.readyForQuery).toBe(true)
    }))

  it('reads the connection string from the options of a pool for every new connection', async () => {
    const pool = new pg.Pool({ connectionString: 'postgres://nowhere.invalid/none', max: 2 })
    let reads = 0
    Object.defineProperty(pool.options, 'connectionString', {
      get: () => {
        reads++
        return db.url
      },
    })
    const clients = await Promise.all([pool.connect(), pool.connect()])
    expect(reads).toBeGreaterThanOrEqual(2)
    for (const client of clients) client.release()
    await pool.end()
  })

  it('calls a Submittable with each message of the server, and nothing after an error', () =>
    withClient(async (client) => {
      const run = (text: string, values: string[]) =>
        new Promise<unknown[]>((resolve) => {
          const calls: unknown[] = []
          const ended = (call: unknown) => {
            calls.push(call)
            // What comes after it is noticed by the next statement.
            setImmediate(() => resolve(calls))
          }
          client.query({
            submit: (connection: pg.Connection) => {
              connection.stream.cork()
              connection.parse({ name: '', text, types: [] }, true)
              connection.bind({ statement: '', values }, true)
              connection.describe({ type: 'P' }, true)
              connection.execute(null as never, true)
              connection.sync()
              connection.stream.uncork()
            },
            handleRowDescription: ({ fields }: { fields: { name: string; dataTypeID: number }[] }) =>
              calls.push(fields.map(({ name, dataTypeID }) => [name, dataTypeID])),
            handleDataRow: ({ fields }: { fields: (string | null)[] }) => calls.push([...fields]),
            handleCommandComplete: ({ text: tag }: { text: string }) => calls.push(tag),
            handleError: (error: Error) => ended(error.message),
            handleReadyForQuery: () => ended('ready'),
          } as pg.Submittable)
        })
      const { INT4, TEXT } = pg.types.builtins
      const columns = [
        ['n', INT4],
        ['t', TEXT],
      ]
      expect(await run('SELECT $1::int AS n, NULL::text AS t', ['7'])).toEqual([
        columns,
        ['7', null],
        'SELECT 1',
        'ready',
      ])
      expect(await run('SELECT 1 / $1::int AS n', ['0'])).toEqual(['division by zero'])
      expect(await run('SELECT 1 AS n', [])).toEqual([[['n', INT4]], ['1'], 'SELECT 1', 'ready'])
    }))

  it('sets the callback of a Submittable that a pool runs', async () => {
    const query = {
      text: '',
      callback: undefined,
      submit: () => new Error('not sent'),
      handleError: () => {},
    }
    const pool = new pg.Pool({ connectionString: db.url, max: 1 })
    const called = new Promise<unknown>((resolve) => {
      pool.query(
        {
          ...query,
          handleError(error: Error) {
            ;(this as { callback?: (error: Error) => void }).callback?.(error)
          },
        } as never,
        (error: Error) => resolve(error.message),
      )
    })
    expect(await called).toBe('not sent')
    await pool.end()
  })
})

describe('pg-protocol', () => {
  it('reads messages in the methods that are replaced', () => {
    expect(Object.keys(Object.getOwnPropertyDescriptors(Parser.prototype))).toEqual(
      expect.arrayContaining(['parse', 'handlePacket']),
    )
    expect(Object.keys(Object.getOwnPropertyDescriptors(BufferReader.prototype))).toContain('string')
    // A row of one column with the text `ab`, after an empty one of another message.
    const bytes = Buffer.from([68, 0, 0, 0, 12, 0, 1, 0, 0, 0, 2, 97, 98])
    const calls: unknown[][] = []
    const prototype = Parser.prototype as unknown as { handlePacket: (...given: unknown[]) => unknown }
    const { handlePacket } = prototype
    prototype.handlePacket = function (...given) {
      calls.push(given.slice(0, 3))
      return handlePacket.apply(this, given)
    }
    try {
      const messages: unknown[] = []
      new Parser().parse(bytes, (message: unknown) => messages.push(message))
      expect(messages).toMatchObject([{ name: 'dataRow', fields: ['ab'] }])
      // The position after the length, the code of the message, and its length with its own four bytes.
      expect(calls).toEqual([[5, 68, 12]])
    } finally {
      prototype.handlePacket = handlePacket
    }
  })
})

describe('@prisma/adapter-pg', () => {
  it('runs a transaction on one connection of its pool: BEGIN, statements, COMMIT or ROLLBACK, release', async () => {
    const pool = new pg.Pool({ connectionString: db.url, max: 2 })
    const calls: string[] = []
    const connect = async () => {
      calls.push('connect')
      const client = await pool.connect()
      return {
        query: (config: pg.QueryArrayConfig) => {
          calls.push(`${config.rowMode} ${config.text}`)
          return client.query(config)
        },
        release: () => {
          calls.push('release')
          client.release()
        },
        on: (event: string) => calls.push(`on ${event}`),
        removeListener: (event: string) => calls.push(`removeListener ${event}`),
      }
    }
    const own = Object.create(pool, { connect: { value: connect }, query: { value: pool.query.bind(pool) } })
    const prisma = new PrismaClient({ adapter: new PrismaPg(own, { disposeExternalPool: false }) })
    const begun = ['connect', 'on error', 'array BEGIN', 'array SELECT 1']
    const ended = ['removeListener error', 'release']
    await prisma.$transaction((tx) => tx.$queryRawUnsafe('SELECT 1'))
    expect(calls.splice(0)).toEqual([...begun, 'array COMMIT', ...ended])
    const failed = prisma.$transaction(async (tx) => {
      await tx.$queryRawUnsafe('SELECT 1')
      throw new Error('No.')
    })
    await expect(failed).rejects.toThrow('No.')
    expect(calls.splice(0)).toEqual([...begun, 'array ROLLBACK', ...ended])
    await prisma.$disconnect()
    await pool.end()
  })

  it('connects to an adapter whose queryRaw and executeScript can be replaced', async () => {
    const pool = new pg.Pool({ connectionString: db.url, max: 1 })
    const adapter = await new PrismaPg(pool).connect()
    const { columnNames, columnTypes, rows } = await adapter.queryRaw({
      sql: 'SELECT 1 AS n',
      args: [],
      argTypes: [],
    })
    expect({ columnNames, types: columnTypes.length, rows }).toEqual({
      columnNames: ['n'],
      types: 1,
      rows: [[1]],
    })
    expect(typeof adapter.executeScript).toBe('function')
    await adapter.dispose()
    await pool.end()
  })
})

describe('@prisma/client', () => {
  it('has the text of a template with numbered parameters, and its values', () => {
    const { text, values } = Prisma.sql`SELECT ${1}, ${Prisma.sql`${'a'} || ${'b'}`}`
    expect({ text, values }).toEqual({ text: 'SELECT $1, $2 || $3', values: [1, 'a', 'b'] })
  })
})
