import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { columnsByModel } from '../../../src/generated/columns.ts'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { Random } from '../../attack/random.ts'
import { openTestDatabase } from '../../support/database.ts'
import { findCalls } from './call-shapes.ts'
import { Sampler, sampledColumns, valueFor } from './sampler.ts'
import { compileSources } from './sources.ts'

// The executor of transactions and Prisma itself run the same calls on the same rows: every call shape that the sources
// contain, with random values. Set PROPERTY_SEED to repeat or vary a run.
const SAMPLES = 10
const ROWS = 4
const seed = Number(process.env.PROPERTY_SEED ?? 20261117) || Date.now() % 1_000_000_007
const random = new Random(seed)

const db = await openTestDatabase()
afterAll(() => db.drop())
const { prisma } = db.database

interface DatabaseColumn {
  table: string
  column: string
  isText: boolean
  label: string | null
  isGenerated: boolean
}

/** What only PostgreSQL knows of the columns: the values of enums, list types, and what it generates. */
const facts = await prisma.$queryRaw<DatabaseColumn[]>`
  SELECT c.table_name AS "table", c.column_name AS "column", e.enumlabel AS "label", c.data_type = 'ARRAY' AS "isText",
    c.column_default LIKE 'nextval%' OR c.is_generated = 'ALWAYS' OR c.is_identity = 'YES' AS "isGenerated"
  FROM information_schema.columns c LEFT JOIN pg_type t ON t.typname = c.udt_name AND t.typtype = 'e'
    LEFT JOIN pg_enum e ON e.enumtypid = t.oid WHERE c.table_schema = 'public'`
const placeOf = ({ table, column }: DatabaseColumn) => `${table}.${column}`
const lists = new Set(facts.filter(({ isText }) => isText).map(placeOf))
const generated = new Set(facts.filter(({ isGenerated }) => isGenerated).map(placeOf))
const labelsOf = new Map<string, string[]>()
for (const fact of facts) {
  if (fact.label) labelsOf.set(placeOf(fact), [...(labelsOf.get(placeOf(fact)) ?? []), fact.label])
}

const WITHOUT_FOREIGN_KEYS = `SET LOCAL session_replication_role = replica`

/** Random values do not meet the checks of tables, which are not what is compared. */
const DROP_CHECKS = `DO $$ DECLARE c record; BEGIN
  FOR c IN SELECT conrelid::regclass AS t, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
  LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname); END LOOP; END $$`

/** Fills the tables that calls use. Rows refer to others by chance only. */
async function fill(used: ReadonlySet<string>): Promise<void> {
  await prisma.$executeRawUnsafe(DROP_CHECKS)
  for (const [model, columns] of Object.entries(columnsByModel)) {
    const delegate = model[0]?.toLowerCase() + model.slice(1)
    if (!used.has(delegate)) continue
    const data = Array.from({ length: ROWS }, () =>
      Object.fromEntries(
        Object.entries(columns).flatMap(([name, type]) => {
          const place = `${model}.${name}`
          if (generated.has(place)) return []
          const value = () => valueFor(random, { type, labels: labelsOf.get(place) ?? [] })
          return [[name, lists.has(place) ? [value(), value()] : value()]]
        }),
      ),
    )
    await prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(WITHOUT_FOREIGN_KEYS)
      await methodOf(tx, delegate, 'createMany')({ data, skipDuplicates: true })
    })
  }
}

type Client = Prisma.TransactionClient
type Method = (args?: unknown) => Promise<unknown>
const methodOf = (client: Client, model: string, method: string): Method => {
  const delegates = client as unknown as Record<string, Record<string, Method>>
  return async (args) => delegates[model]?.[method]?.(args)
}

class Undone extends Error {}
type Start = (work: (tx: Client) => Promise<never>) => Promise<unknown>
const byExecutor: Start = (work) => db.database.transaction(work)
const byPrisma: Start = (work) => prisma.$transaction(work)

interface Case {
  model: string
  method: string
  args: unknown
  hasForeignKeys: boolean
}

/** The result of a call and the rows of the table after it. Everything is rolled back. */
async function outcomeOf(start: Start, { model, method, args, hasForeignKeys }: Case): Promise<unknown> {
  let outcome: unknown
  await start(async (tx) => {
    if (!hasForeignKeys) await tx.$executeRawUnsafe(WITHOUT_FOREIGN_KEYS)
    try {
      const result = await methodOf(tx, model, method)(args)
      const rows = await methodOf(tx, model, 'findMany')({})
      outcome = { result, rows }
    } catch (error) {
      outcome = errorOf(error)
    }
    throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return comparable(outcome)
}

function errorOf(error: unknown): unknown {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) {
    return { name: (error as Error).name, message: (error as Error).message }
  }
  const { name, code, message, meta } = error
  return { name, code, message, meta: { ...meta, driverAdapterError: causeOf(meta?.driverAdapterError) } }
}

const causeOf = (error: unknown) => (error as Error | undefined)?.cause

const MINUTE = 60_000

/** Times of now and numbers of sequences differ between two runs of one call. */
function comparable(value: unknown, key = ''): unknown {
  if (value instanceof Date)
    return Math.abs(value.getTime() - Date.now()) < MINUTE ? 'now' : value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'bigint') return isSequence(key) ? 'next' : `${value}n`
  if (Array.isArray(value)) return value.map((each) => comparable(each, key)).sort(byText)
  if (typeof value !== 'object' || value === null) return isSequence(key) ? 'next' : value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, comparable(each, name)]))
}

const sequences = new Set([...generated].map((place) => place.split('.')[1]))
const isSequence = (key: string) => sequences.has(key)
const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

const sources = compileSources()
const { checker } = sources
const calls = findCalls(sources)
const sampler = new Sampler(checker, random)
await fill(new Set(calls.map(({ model }) => model)))

/** One entry for each model, method and type of arguments. */
const shapes = new Map(
  calls.map((call) => [
    `${call.model}.${call.method}(${call.args ? checker.typeToString(call.args, undefined, ts.TypeFormatFlags.NoTruncation) : ''})`,
    call,
  ]),
)

/** Error codes of all samples. */
const seen = new Set<string>()

describe('a call in a transaction returns, changes and throws what it does with Prisma alone', () => {
  it.each([...shapes.values()])('$place: $method of $model', async ({ model, method, args: type }) => {
    const columns = sampledColumns(model, labelsOf)
    for (let sample = 0; sample < SAMPLES; sample++) {
      const args = type ? sampler.argumentsOf(type, columns) : undefined
      const call: Case = { model, method, args, hasForeignKeys: sample % 2 === 1 }
      const expected = await outcomeOf(byPrisma, call)
      seen.add((expected as { code?: string }).code ?? 'returned')
      expect(
        await outcomeOf(byExecutor, call),
        `seed ${seed}: ${JSON.stringify(args, bigintAsText)}`,
      ).toEqual(expected)
    }
  })

  it('includes unique keys, foreign keys and missing rows', () => {
    expect([...seen]).toEqual(expect.arrayContaining(['returned', 'P2002', 'P2003', 'P2025']))
  })
})

const bigintAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
