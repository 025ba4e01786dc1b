import { type ModelStatement, type ModelStatements, NotSimple } from './model-statements.ts'
import type { Outcome } from './prepared-query.ts'

/** The arguments of a call of Prisma. */
export type Args = { data?: unknown; where?: unknown; select?: unknown } & Record<string, unknown>
type Values = Record<string, unknown>

/** What a call of Prisma sends, and how its result is made of the rows. Null where nothing has to be sent. */
export interface Call {
  made: ModelStatement | null
  result: (outcome: Outcome) => unknown
}

export const NO_ROWS: Outcome = { rows: [], count: 0 }
const countOf = ({ count }: Outcome) => ({ count })
const firstOf = ({ rows }: Outcome) => rows[0] ?? null
const allOf = ({ rows }: Outcome) => rows

/** Thrown where Prisma throws because a row is missing. */
export class MissingRow extends Error {}

function requiredOf({ rows }: Outcome): unknown {
  if (rows.length > 0) return rows[0]
  throw new MissingRow()
}

/** Calls may only have these arguments; others are left to Prisma. */
function only(args: Args, ...names: string[]): void {
  for (const [name, value] of Object.entries(args)) {
    if (value !== undefined && !names.includes(name)) throw new NotSimple()
  }
}

const whereOf = ({ where }: Args) => (where ?? {}) as Values

/** The condition of a call for one row. Prisma rejects one without a value, which would apply to all rows. */
function uniqueKeyOf(args: Args): Values {
  const where = whereOf(args)
  if (Object.values(where).every((value) => value === undefined)) throw new NotSimple()
  return where
}

/** Prisma counts from the end if `take` is negative. */
function limitOf({ take }: Args): string {
  if (take === undefined) return ''
  if (typeof take !== 'number' || !Number.isInteger(take) || take < 0) throw new NotSimple()
  return `LIMIT ${take}`
}

/** A condition that no row meets needs no statement. */
const isNever = (where: Values) =>
  Object.values(where).some(
    (each) => Array.isArray((each as { in?: unknown })?.in) && (each as { in: [] }).in.length === 0,
  )

/** The calls that can be one statement. Those that cannot throw NotSimple. */
export const calls: Record<string, (statements: ModelStatements, args: Args) => Call> = {
  create: (statements, args) => {
    only(args, 'data', 'select')
    const end = `RETURNING ${statements.columns(args.select)}`
    return { made: statements.insert([args.data as Values], end), result: requiredOf }
  },
  createMany: (statements, args) => {
    only(args, 'data', 'skipDuplicates')
    const rows = (Array.isArray(args.data) ? args.data : [args.data]) as Values[]
    const end = args.skipDuplicates ? 'ON CONFLICT DO NOTHING' : ''
    return { made: rows.length === 0 ? null : statements.insert(rows, end), result: countOf }
  },
  update: (statements, args) => {
    only(args, 'data', 'where', 'select')
    const end = `RETURNING ${statements.columns(args.select)}`
    return { made: statements.update(args.data as Values, uniqueKeyOf(args), end), result: requiredOf }
  },
  updateMany: (statements, args) => {
    only(args, 'data', 'where')
    const where = whereOf(args)
    return {
      made: isNever(where) ? null : statements.update(args.data as Values, where, ''),
      result: countOf,
    }
  },
  updateManyAndReturn: (statements, args) => {
    only(args, 'data', 'where', 'select')
    const end = `RETURNING ${statements.columns(args.select)}`
    return { made: statements.update(args.data as Values, whereOf(args), end), result: allOf }
  },
  delete: (statements, args) => {
    only(args, 'where', 'select')
    return {
      made: statements.delete(uniqueKeyOf(args), `RETURNING ${statements.columns(args.select)}`),
      result: requiredOf,
    }
  },
  deleteMany: (statements, args) => {
    only(args, 'where')
    const where = whereOf(args)
    return { made: isNever(where) ? null : statements.delete(where, ''), result: countOf }
  },
  findUnique: (statements, args) => {
    only(args, 'where', 'select')
    return { made: statements.select(statements.columns(args.select), uniqueKeyOf(args)), result: firstOf }
  },
  findUniqueOrThrow: (statements, args) => {
    only(args, 'where', 'select')
    return { made: statements.select(statements.columns(args.select), uniqueKeyOf(args)), result: requiredOf }
  },
  findFirst: (statements, args) => {
    only(args, 'where', 'select', 'orderBy')
    const end = `${statements.order(args.orderBy)} LIMIT 1`
    return { made: statements.select(statements.columns(args.select), whereOf(args), end), result: firstOf }
  },
  findMany: (statements, args) => {
    only(args, 'where', 'select', 'orderBy', 'take')
    const end = `${statements.order(args.orderBy)} ${limitOf(args)}`
    return { made: statements.select(statements.columns(args.select), whereOf(args), end), result: allOf }
  },
  count: (statements, args) => {
    only(args, 'where')
    return {
      made: statements.select('count(*)::int AS "count"', whereOf(args)),
      result: ({ rows }) => (rows[0] as { count: number }).count,
    }
  },
}
