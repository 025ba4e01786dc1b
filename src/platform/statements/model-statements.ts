import { type ColumnType, columnsByModel } from '../../generated/columns.ts'

interface Column {
  readonly name: string
  readonly type: ColumnType
}

/** SQL that does the same as a call of Prisma. */
export interface ModelStatement {
  text: string
  values: unknown[]
}

type Values = Record<string, unknown>

const COMPARISONS: Record<string, string> = { equals: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' }
/** PostgreSQL accepts twice as many. */
const MAX_VALUES = 30_000

/** Thrown where only Prisma's engine knows the statement. */
export class NotSimple extends Error {}

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Writes the statements of simple calls of Prisma: values of columns, without relations. Prisma's engine takes several
 * times as long as the database to run one of them. Everything else throws NotSimple, and is left to the engine.
 */
export class ModelStatements {
  readonly #table: string
  readonly #fields: ReadonlyMap<string, Column>
  readonly #columns: string

  constructor(model: string, columns: Readonly<Record<string, ColumnType>>) {
    this.#table = `"public"."${model}"`
    this.#fields = new Map(Object.entries(columns).map(([name, type]) => [name, { name, type }]))
    this.#columns = Object.keys(columns)
      .map((name) => `"${name}"`)
      .join(', ')
  }

  /** `values` may have the values of parameters that other parts of the statement use. */
  insert(rows: readonly Values[], end: string, values: unknown[] = []): ModelStatement {
    const names = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined)))
    const columns = [...names].map((name) => this.#field(name))
    if (columns.length === 0) throw new NotSimple()
    const lists = rows.map((row) => {
      const cells = columns.map((field) =>
        row[field.name] === undefined ? 'DEFAULT' : add(values, this.#value(field, row[field.name])),
      )
      return `(${cells.join(', ')})`
    })
    const named = columns.map(({ name }) => `"${name}"`).join(', ')
    return made(`INSERT INTO ${this.#table} (${named}) VALUES ${lists.join(', ')} ${end}`, values)
  }

  update(data: Values, where: Values, end: string): ModelStatement {
    const values: unknown[] = []
    const changes: string[] = []
    for (const [name, value] of Object.entries(data)) {
      if (value !== undefined) changes.push(this.#change(this.#field(name), value, values))
    }
    if (changes.length === 0) throw new NotSimple()
    return made(`UPDATE ${this.#table} SET ${changes.join(', ')}${this.#where(where, values)} ${end}`, values)
  }

  delete(where: Values, end: string): ModelStatement {
    const values: unknown[] = []
    return made(`DELETE FROM ${this.#table}${this.#where(where, values)} ${end}`, values)
  }

  select(columns: string, where: Values, end = ''): ModelStatement {
    const values: unknown[] = []
    return made(`SELECT ${columns} FROM ${this.#table}${this.#where(where, values)} ${end}`, values)
  }

  /** The columns that a call selects: all, unless it names some. */
  columns(select: unknown): string {
    if (select === undefined) return this.#columns
    if (!isPlain(select)) throw new NotSimple()
    const names = Object.entries(select).filter(([, isSelected]) => isSelected)
    if (names.length === 0 || names.some(([, isSelected]) => isSelected !== true)) throw new NotSimple()
    return names.map(([name]) => `"${this.#field(name).name}"`).join(', ')
  }

  order(orderBy: unknown): string {
    if (orderBy === undefined) return ''
    const keys = (Array.isArray(orderBy) ? orderBy : [orderBy]).map((each: unknown) => {
      const [[name, order] = [], ...others] = isPlain(each) ? Object.entries(each) : []
      if (name === undefined || others.length > 0 || (order !== 'asc' && order !== 'desc'))
        throw new NotSimple()
      return `"${this.#field(name).name}" ${order}`
    })
    return keys.length === 0 ? '' : `ORDER BY ${keys.join(', ')}`
  }

  #where(where: Values, values: unknown[]): string {
    const conditions: string[] = []
    for (const [name, value] of Object.entries(where)) {
      if (value === undefined) continue
      const field = this.#fields.get(name)
      if (field) conditions.push(...this.#condition(field, value, values))
      // A unique key of several columns has their names, joined.
      else if (isPlain(value) && name === Object.keys(value).join('_')) {
        for (const [part, each] of Object.entries(value)) {
          if (each === undefined) throw new NotSimple()
          conditions.push(...this.#condition(this.#field(part), each, values))
        }
      } else throw new NotSimple()
    }
    return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  }

  #condition(field: Column, value: unknown, values: unknown[]): string[] {
    const { name, type } = field
    if (type === 'Json' || Array.isArray(value)) throw new NotSimple()
    if (value === null) return [`"${name}" IS NULL`]
    if (!isPlain(value)) return [`"${name}" = ${add(values, this.#value(field, value))}`]
    return Object.entries(value).flatMap(([operator, operand]) => {
      if (operand === undefined) return []
      if (operator === 'not' && operand === null) return [`"${name}" IS NOT NULL`]
      if (operator === 'in' && Array.isArray(operand) && !operand.includes(null)) {
        return [`"${name}" = ANY(${add(values, operand)})`]
      }
      const sign = COMPARISONS[operator]
      if (!sign || operand === null || isPlain(operand) || Array.isArray(operand)) throw new NotSimple()
      return [`"${name}" ${sign} ${add(values, this.#value(field, operand))}`]
    })
  }

  #change(field: Column, value: unknown, values: unknown[]): string {
    const { name, type } = field
    if (type !== 'Json' && isPlain(value)) {
      const [[operator, operand] = [], ...others] = Object.entries(value)
      if (typeof operand !== 'number' || others.length > 0) throw new NotSimple()
      if (operator === 'increment') return `"${name}" = "${name}" + ${add(values, operand)}`
      if (operator === 'decrement') return `"${name}" = "${name}" - ${add(values, operand)}`
      throw new NotSimple()
    }
    return `"${name}" = ${add(values, this.#value(field, value))}`
  }

  #value({ type }: Column, value: unknown): unknown {
    if (type === 'Json') {
      // Prisma has objects of its own for the two kinds of null.
      if (value === null || !(isPlain(value) || Array.isArray(value))) throw new NotSimple()
      return JSON.stringify(value)
    }
    if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    const isScalar = value === null || typeof value !== 'object' || value instanceof Date
    const isList = Array.isArray(value) && value.every((each) => typeof each === 'string')
    if (!isScalar && !isList) throw new NotSimple()
    return value
  }

  #field(name: string): Column {
    const field = this.#fields.get(name)
    if (!field) throw new NotSimple()
    return field
  }
}

function made(text: string, values: unknown[]): ModelStatement {
  if (values.length > MAX_VALUES) throw new NotSimple()
  return { text: text.trimEnd(), values }
}

function add(values: unknown[], value: unknown): string {
  values.push(value)
  return `$${values.length}`
}

/** The statements of each model, by its name. */
export const statementsByModel: ReadonlyMap<string, ModelStatements> = new Map(
  Object.entries(columnsByModel).map(([model, columns]) => [model, new ModelStatements(model, columns)]),
)
