import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/platform/database.ts'
import { Statement } from '../../src/platform/statements/statement.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
let database: Database
beforeAll(async () => {
  db = await openTestDatabase()
  database = db.database
  await database.pool.query('CREATE TABLE "Note" ("id" int PRIMARY KEY, "text" text)')
})
afterAll(() => db.drop())

describe('A prepared statement', () => {
  it('gets values of every kind as they are, the first time and the next', async () => {
    const statement = new Statement<{ at: Date }>({
      name: 'values',
      text: 'SELECT $1::text AS "text", $2::int AS "number", $3::boolean AS "flag", $4::timestamptz AS "at", $5::text[] AS "texts", $6::int[] AS "numbers", $7::text AS "nothing"',
    })
    const at = new Date('2026-11-15T01:15:00.120Z')
    const texts = ['', 'plain', 'a "b" \\ c', '{x,y}', 'NULL', 'two\nlines', 'ä 📘', null]
    for (const text of ['', 'O\'Neill "q" \\ 📘', 'x'.repeat(100_000)]) {
      const [row] = await database.query(statement, [text, -7, true, at, texts, [1, 2], undefined])
      expect(row).toEqual({ text, number: -7, flag: true, at, texts, numbers: [1, 2], nothing: null })
      expect(row?.at.toISOString()).toBe(at.toISOString())
    }
  })

  it('gets arrays of texts as they are', async () => {
    const statement = new Statement({ name: 'texts', text: 'SELECT $1::text[] AS "texts"' })
    const nested = new Statement({ name: 'nested', text: 'SELECT ARRAY[$1::text[], $1::text[]] AS "texts"' })
    const samples = [
      [],
      ['a'],
      ['a', 'b_-1'],
      ['a', ''],
      ['a,b', 'c'],
      ['NULL'],
      ['a', null],
      ['{a}'],
      ['a b', 'ä'],
    ]
    for (const texts of samples) {
      expect(await database.query(statement, [texts])).toEqual([{ texts }])
      if (texts.length > 0) expect(await database.query(nested, [texts])).toEqual([{ texts: [texts, texts] }])
    }
  })

  it('gives rows in the order of their columns, whatever the values and however many', async () => {
    const statement = new Statement({
      name: 'series',
      text: 'SELECT n AS "n", nullif(n % 2, 0) AS "odd" FROM generate_series(1, $1::int) n',
    })
    for (const count of [0, 1, 1000]) {
      const expected = Array.from({ length: count }, (_, i) => ({ n: i + 1, odd: (i + 1) % 2 || null }))
      expect(await database.query(statement, [count])).toEqual(expected)
    }
  })

  it('may give nothing, and fails without harm to the next', async () => {
    const insert = new Statement({ name: 'insertNote', text: 'INSERT INTO "Note" VALUES ($1, $2)' })
    expect(await database.query(insert, [1, 'one'])).toEqual([])
    expect(await database.query(insert, [2, 'two'])).toEqual([])
    await expect(database.query(insert, [2, 'again'])).rejects.toMatchObject({ code: '23505' })
    await expect(database.query(insert, [3])).rejects.toMatchObject({ code: '08P01' })
    expect(await database.query(insert, [3, 'three'])).toEqual([])
    const notes = await database.query(
      new Statement({ name: 'notes', text: 'SELECT count(*)::int AS n FROM "Note"' }),
      [],
    )
    expect(notes).toEqual([{ n: 3 }])
  })

  it('is rejected once after a column has changed, and then prepared again', async () => {
    const statement = new Statement({ name: 'changing', text: 'SELECT * FROM "Note" WHERE "id" = $1' })
    // The pool returns the connection that was released last: one that has prepared the statement.
    expect(await database.query(statement, [1])).toEqual([{ id: 1, text: 'one' }])
    await database.pool.query('ALTER TABLE "Note" ADD "length" int DEFAULT 3')
    await expect(database.query(statement, [1])).rejects.toThrow('cached plan must not change result type')
    expect(await database.query(statement, [1])).toEqual([{ id: 1, text: 'one', length: 3 }])
  })
})
