import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase, type Queryable } from '../../src/platform/database.ts'
import { Statement } from '../../src/platform/statements/statement.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'

let url: string
/** With one connection, so that every statement uses the same. */
let database: Database
beforeAll(async () => {
  url = await createDatabase()
  database = openDatabase({ url, poolSize: 1 })
  await database.pool.query('CREATE TABLE "Note" ("text" text)')
})
afterAll(async () => {
  await database.close()
  await dropDatabase(url)
})

const ADD = new Statement({ name: 'addNote', text: 'INSERT INTO "Note" VALUES ($1)' })
const READ = new Statement<{ text: string }>({ name: 'readNotes', text: 'SELECT * FROM "Note" ORDER BY 1' })
const DIVIDE = new Statement({ name: 'divide', text: 'SELECT 6 / $1::int AS result' })

const notes = async () => (await database.query(READ, [])).map(({ text }) => text)

it('a transaction runs statements of the caller in the transaction, in the order in which they are sent', async () => {
  const seen = await database.transaction(async (tx, db) => {
    await tx.$executeRaw`INSERT INTO "Note" VALUES ('by Prisma')`
    const [, rows] = await Promise.all([db.query(ADD, ['by a statement']), db.query(READ, [])])
    return rows.map(({ text }) => text)
  })
  expect(seen).toEqual(['by Prisma', 'by a statement'])
  expect(await notes()).toEqual(seen)
  const failed = database.transaction(async (_tx, db) => {
    await db.query(ADD, ['rolled back'])
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  expect(await notes()).toEqual(seen)
})

it('a transaction sends statements together that wait for a round trip, and no statement before the previous ones have ended', async () => {
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  const sent: string[] = []
  const watched = openDatabase({
    url,
    poolSize: 1,
    onStatement: (text, _rows, _ms, _origin, isJoined) => sent.push(`${isJoined ? 'and ' : ''}${text}`),
  })
  const statement = (name: string) => new Statement({ name, text: `SELECT '${name}'` })
  const lock = (name: string) => new Statement({ name, text: `SELECT ${name}(7)` })
  const warnings: string[] = []
  const onWarning = ({ message }: Error) => warnings.push(message)
  process.on('warning', onWarning)
  try {
    await database.transaction(async (_tx, holder) => {
      await holder.query(lock('pg_advisory_lock'), [])
      await watched.transaction(async (tx, db) => {
        const all: PromiseLike<unknown>[] = [db.query(lock('pg_advisory_xact_lock'), [])]
        for (const name of ['a', 'b', 'c']) {
          await nextTurn()
          all.push(db.query(statement(name), []))
        }
        await nextTurn()
        await holder.query(lock('pg_advisory_unlock'), [])
        await Promise.all(all)
        // Calls that Prisma runs.
        const counts = ['x', 'y', 'z'].map((id) => tx.space.aggregate({ where: { id }, _count: true }))
        await Promise.all([...counts, db.query(statement('d'), [])])
      })
    })
  } finally {
    process.off('warning', onWarning)
    await watched.close()
  }
  const own = sent.filter((text) => !text.includes('Space'))
  expect(own).toEqual([
    'BEGIN',
    'and SELECT pg_advisory_xact_lock(7)',
    "SELECT 'a'",
    "and SELECT 'b'",
    "and SELECT 'c'",
    "SELECT 'd'",
    'COMMIT',
  ])
  expect(sent.length - own.length).toBe(3)
  expect(warnings).toEqual([])
})

it.each<[string, (keep: (db: Queryable) => void) => Promise<unknown>]>([
  ['was committed', (keep) => database.transaction(async (_tx, db) => keep(db))],
  [
    'exceeded its time limit',
    async (keep) => {
      const late = database.transaction(
        async (tx, db) => {
          keep(db)
          await tx.$queryRaw`SELECT 1 FROM pg_sleep(0.2)`
        },
        { timeLimitMs: 20 },
      )
      await expect(late).rejects.toThrow()
    },
  ],
])('statements of a transaction that %s are rejected', async (_title, run) => {
  const before = await notes()
  let kept: Queryable | undefined
  await run((db) => {
    kept = db
  })
  await expect(kept?.query(ADD, ['too late'])).rejects.toThrow('on an expired transaction')
  expect(await notes()).toEqual(before)
})

it('a statement that failed the first time is prepared again', async () => {
  const divided = (by: number) => database.transaction((_tx, db) => db.query(DIVIDE, [by]))
  await expect(divided(0)).rejects.toMatchObject({ code: '22012' })
  expect(await divided(3)).toEqual([{ result: 2 }])
  expect(await divided(2)).toEqual([{ result: 3 }])
})

it('a statement whose columns have changed is prepared again', async () => {
  const read = () => database.transaction((_tx, db) => db.query(READ, []))
  await read()
  await database.pool.query('ALTER TABLE "Note" ADD COLUMN "number" int')
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
  expect(Object.keys((await read())[0] ?? {})).toEqual(['text', 'number'])
})
