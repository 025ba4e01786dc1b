import ts from 'typescript'
import type { Described, SqlType } from './described.ts'

/** The type of a row, and of the type parameters in it. */
export interface RowType {
  readonly type: ts.Type
  readonly parameters: ReadonlyMap<string, ts.Type>
}

/** How the driver returns the rows of a statement. */
export interface Reading {
  readonly likePrisma: boolean
  /** A function completes the rows: properties that are not columns are its own. */
  readonly isShaped: boolean
}

/** Types of PostgreSQL that the driver does not return as text. */
const KINDS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  timestamp: 'Date',
  date: 'Date',
  json: 'JSON',
  jsonb: 'JSON',
  bytea: 'Buffer',
}
/** Lists of these types are parsed; the driver returns others, such as lists of an enum, as text. */
const PARSED_LISTS = new Set([
  'text',
  'varchar',
  'name',
  'int2',
  'int4',
  'int8',
  'float4',
  'float8',
  'numeric',
  'bool',
  'timestamptz',
  'timestamp',
  'date',
  'bytea',
  'json',
  'jsonb',
  'uuid',
])

/** A value as JavaScript has it: its kind, for a list that of its elements, and all values of an enum. */
interface Value {
  readonly kind: string
  readonly isList: boolean
  readonly labels: readonly string[] | null
}

export class RowTypes {
  readonly #checker: ts.TypeChecker
  readonly #types: ReadonlyMap<number, SqlType>

  constructor(checker: ts.TypeChecker, types: ReadonlyMap<number, SqlType>) {
    this.#checker = checker
    this.#types = types
  }

  /** What is wrong with a declared row type, in sentences. */
  problems({ columns }: Described, row: RowType, reading: Reading): string[] {
    const type = this.#resolved(row, row.type)
    // Rows that are only counted.
    if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.NonPrimitive)) return []
    const found: string[] = []
    const properties = new Map(this.#checker.getPropertiesOfType(type).map((each) => [each.name, each]))
    for (const { name, type: column, nullability } of columns) {
      const property = properties.get(name)
      if (!property) {
        if (!reading.isShaped) found.push(`The column ${name} is not in the row type.`)
        continue
      }
      // Room for a property that is set after the row was read.
      if (nullability === 'always' && reading.isShaped) continue
      const declared = this.#resolved(row, this.#checker.getTypeOfSymbol(property))
      const value = this.#valueOf(column, reading.likePrisma)
      const text = this.#checker.typeToString(declared)
      if (nullability !== 'always' && !this.#accepts(declared, value)) {
        found.push(
          `The column ${name} is ${nameOf(value)} (${this.#types.get(column)?.name}), declared as ${text}.`,
        )
      }
      const mayBeNull = nullability === 'sometimes' || nullability === 'always'
      if (mayBeNull && !isEmptyList(value, reading) && !this.#acceptsNull(declared)) {
        found.push(`The column ${name} may be NULL, declared as ${text}.`)
      }
    }
    const names = new Set(columns.map(({ name }) => name))
    for (const [name, property] of properties) {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      if (!names.has(name) && !isOptional && !reading.isShaped)
        found.push(`The row type has ${name}, which is not a column.`)
    }
    return found
  }

  /** What is wrong with the type of a value for a parameter. */
  parameterProblem(parameter: number, value: ts.Type): string | undefined {
    const expected = this.#valueOf(parameter, false)
    const members = value.isUnion() ? value.types : [value]
    const wrong = members.find((each) => !this.#sends(each, expected))
    if (!wrong) return undefined
    const text = this.#checker.typeToString(value)
    return `is ${this.#types.get(parameter)?.name}, and gets ${text}`
  }

  #valueOf(type: number, likePrisma: boolean): Value {
    const { name, labels, element } = this.#types.get(type) ?? { name: '', labels: null, element: null }
    const inner = element === null ? undefined : this.#types.get(element)
    if (inner && PARSED_LISTS.has(inner.name))
      return { ...this.#valueOf(element ?? 0, likePrisma), isList: true }
    const prisma = likePrisma ? { int8: 'bigint', bytea: 'Uint8Array' }[name] : undefined
    return { kind: prisma ?? KINDS[name] ?? 'string', isList: false, labels }
  }

  #resolved({ parameters }: RowType, type: ts.Type): ts.Type {
    return (type.flags & ts.TypeFlags.TypeParameter && parameters.get(type.symbol.name)) || type
  }

  #accepts(type: ts.Type, value: Value): boolean {
    if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return true
    const members = type.isUnion() ? type.types : [type]
    if (value.isList) {
      return members.some((each) => {
        const element = this.#elementOf(each)
        return element !== undefined && this.#accepts(element, { ...value, isList: false })
      })
    }
    if (value.labels && members.some((each) => each.isStringLiteral())) {
      const literals = new Set(members.flatMap((each) => (each.isStringLiteral() ? [each.value] : [])))
      return value.labels.every((label) => literals.has(label))
    }
    return members.some((each) => this.#kindsOf(each).includes(value.kind))
  }

  #sends(type: ts.Type, value: Value): boolean {
    if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.Null | ts.TypeFlags.Undefined))
      return true
    const element = this.#elementOf(type)
    if (value.kind === 'JSON' && !value.isList) return true
    if (!value.isList || element === undefined) {
      const sent = this.#kindsOf(type)
      const isText = sent.includes('string') && value.kind !== 'boolean' && value.kind !== 'Buffer'
      const isNumber = sent.includes('number') || sent.includes('bigint')
      return (
        value.isList === (element !== undefined) &&
        (sent.includes(value.kind) || isText || (isNumber && value.kind === 'string' && !value.labels))
      )
    }
    const members = element.isUnion() ? element.types : [element]
    return members.every((each) => this.#sends(each, { ...value, isList: false }))
  }

  #elementOf(type: ts.Type): ts.Type | undefined {
    if (this.#checker.isArrayType(type)) return this.#checker.getTypeArguments(type as ts.TypeReference)[0]
    return this.#checker.isTupleType(type) ? type.getNumberIndexType() : undefined
  }

  /** The kinds of values that a type can have. */
  #kindsOf(type: ts.Type): string[] {
    const { flags } = type
    if (flags & ts.TypeFlags.StringLike) return ['string', 'JSON']
    if (flags & ts.TypeFlags.NumberLike) return ['number', 'JSON']
    if (flags & ts.TypeFlags.BooleanLike) return ['boolean', 'JSON']
    if (flags & ts.TypeFlags.BigIntLike) return ['bigint']
    const name = type.getSymbol()?.name
    if (name === 'Date') return ['Date']
    // A Buffer is a Uint8Array.
    if (name === 'Buffer') return ['Buffer']
    if (name === 'Uint8Array') return ['Uint8Array', 'Buffer']
    return flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.NonPrimitive)
      ? ['JSON']
      : []
  }

  #acceptsNull(type: ts.Type): boolean {
    const members = type.isUnion() ? type.types : [type]
    const open = ts.TypeFlags.Null | ts.TypeFlags.Unknown | ts.TypeFlags.Any
    return members.some((each) => each.flags & open || each.aliasSymbol?.name === 'JsonValue')
  }
}

const nameOf = ({ kind, isList, labels }: Value): string =>
  `${labels ? labels.map((label) => `'${label}'`).join(' | ') : kind}${isList ? '[]' : ''}`

/** Prisma returns an empty list instead of NULL. */
const isEmptyList = ({ kind, isList }: Value, { likePrisma }: Reading) =>
  likePrisma && isList && kind === 'string'
