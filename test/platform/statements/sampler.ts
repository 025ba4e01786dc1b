import ts from 'typescript'
import { type ColumnType, columnsByModel } from '../../../src/generated/columns.ts'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import type { Random } from '../../attack/random.ts'

/** A column that a value is written to or compared with. `labels` are the values of its enum. */
export interface SampledColumn {
  readonly type: ColumnType
  readonly labels: readonly string[]
}

type Columns = Readonly<Record<string, SampledColumn>>

/** Few values, so that calls find rows, and violate unique keys, by chance. */
const TEXTS = ['a', 'b', 'c', 'd"\\,{}', 'é\u{1f600}']
const TIMES = ['2026-01-02T03:04:05.678Z', '1999-12-31T23:59:59.000Z', '2026-06-01T00:00:00.010Z']
const JSON_VALUES: Prisma.InputJsonValue[] = [{}, { a: [1, 'x"', null], b: { c: true } }, [], ['y', 2.5]]

/** A random value for a column, not null. */
export function valueFor(random: Random, { type, labels }: SampledColumn): unknown {
  switch (type) {
    case 'BigInt':
      return BigInt(random.below(3)) + (random.chance(0.2) ? 9_007_199_254_740_993n : 0n)
    case 'Boolean':
      return random.chance(0.5)
    case 'Bytes':
      return new Uint8Array([0, 1, 254, 255].slice(random.below(4)))
    case 'DateTime':
      return new Date(random.pick(TIMES))
    case 'Float':
      return random.pick([0, 1.5, -2.25])
    case 'Int':
      return random.below(3)
    case 'Json':
      return random.pick(JSON_VALUES)
    case 'String':
      return random.pick(TEXTS)
    case 'enum':
      return random.pick(labels)
  }
}

/** Creates arguments of calls that have a given TypeScript type. */
export class Sampler {
  readonly #checker: ts.TypeChecker
  readonly #random: Random

  constructor(checker: ts.TypeChecker, random: Random) {
    this.#checker = checker
    this.#random = random
  }

  /** Arguments of a call of a model: an object with `where`, `data`, `select` and so on. */
  argumentsOf(type: ts.Type, columns: Columns): Record<string, unknown> {
    return this.#object(type, columns) as Record<string, unknown>
  }

  #value(type: ts.Type, columns: Columns, column: SampledColumn | undefined): unknown {
    if (type.isUnion()) return this.#value(this.#random.pick(type.types), columns, column)
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
    const { flags } = type
    if (flags & ts.TypeFlags.Null) return null
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return undefined
    if (flags & ts.TypeFlags.BooleanLiteral) return this.#checker.typeToString(type) === 'true'
    const plain = this.#plain(type, column)
    if (plain !== undefined) return plain
    if (flags & ts.TypeFlags.TypeParameter) {
      const constraint = this.#checker.getBaseConstraintOfType(type)
      if (constraint) return this.#value(constraint, columns, column)
    }
    if (this.#checker.isArrayType(type)) return this.#list(type as ts.TypeReference, columns, column)
    if (column?.type === 'Json') return this.#random.pick(JSON_VALUES)
    return this.#object(type, columns, column)
  }

  /** A text, number or another value without properties. Undefined for other types. */
  #plain(type: ts.Type, column: SampledColumn | undefined): unknown {
    const byColumn = (fallback: ColumnType, ...accepted: ColumnType[]) =>
      valueFor(
        this.#random,
        column && accepted.includes(column.type) ? column : { type: fallback, labels: [] },
      )
    if (type.flags & ts.TypeFlags.StringLike) return byColumn('String', 'String', 'enum')
    if (type.flags & ts.TypeFlags.NumberLike) return byColumn('Int', 'Int', 'Float')
    if (type.flags & ts.TypeFlags.BigIntLike) return byColumn('BigInt')
    const name = type.getSymbol()?.name
    if (name === 'Date') return byColumn('DateTime')
    if (name === 'Uint8Array' || name === 'Buffer') return byColumn('Bytes')
    if (name === 'DbNullClass') return Prisma.DbNull
    if (name === 'JsonNullClass') return Prisma.JsonNull
    return undefined
  }

  #list(type: ts.TypeReference, columns: Columns, column: SampledColumn | undefined): unknown[] {
    const [element] = this.#checker.getTypeArguments(type)
    if (!element || element.flags & ts.TypeFlags.Never) return []
    return Array.from({ length: this.#random.below(4) }, () => this.#value(element, columns, column))
  }

  #object(type: ts.Type, columns: Columns, column?: SampledColumn): unknown {
    if (type.isUnion()) return this.#object(this.#random.pick(type.types), columns, column)
    const result: Record<string, unknown> = {}
    for (const property of this.#checker.getPropertiesOfType(type)) {
      if (property.flags & ts.SymbolFlags.Optional && this.#random.chance(0.5)) continue
      const propertyType = this.#checker.getTypeOfSymbol(property)
      result[property.name] = this.#value(propertyType, columns, columns[property.name] ?? column)
    }
    const others = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String)
    // `{ [column: string]: string }`: the source computes which columns it changes.
    if (others) Object.assign(result, this.#someColumns(others.type, columns, Object.keys(result)))
    return result
  }

  #someColumns(type: ts.Type, columns: Columns, known: string[]): Record<string, unknown> {
    const texts = Object.entries(columns).filter(
      ([name, { type: of }]) => of === 'String' && !known.includes(name),
    )
    const values = type.isUnion() ? type.types : [type]
    if (!values.some((each) => each.flags & ts.TypeFlags.StringLike) || texts.length === 0) return {}
    const [name, column] = this.#random.pick(texts)
    return { [name]: valueFor(this.#random, column) }
  }
}

/** The columns of a model by its name in the client, with the values of enums. */
export function sampledColumns(model: string, labelsOf: ReadonlyMap<string, readonly string[]>): Columns {
  const name = Object.keys(columnsByModel).find((each) => each[0]?.toLowerCase() + each.slice(1) === model)
  if (!name) throw new Error(`There is no model ${model}.`)
  return Object.fromEntries(
    Object.entries(columnsByModel[name] ?? {}).map(([column, type]) => [
      column,
      { type, labels: labelsOf.get(`${name}.${column}`) ?? [] },
    ]),
  )
}
