import pg from 'pg'
import type { WorkOrigin } from '../observing/origin.ts'
import type { Statement } from './statement.ts'

type Field = string | null
/** Bytes are sent as they are; as text they would take twice as many, encoded on the main thread. */
type Parameter = Field | Buffer
type Shape = (fields: readonly Field[]) => unknown

/** The rows that a statement has returned, and the number of rows that it has returned or changed. */
export interface Outcome {
  rows: unknown[]
  count: number
}

export type Done = (error: Error | null, result?: Outcome) => void

interface Column {
  name: string
  dataTypeID: number
}

const { builtins, getTypeParser } = pg.types
const asText = getTypeParser(builtins.TEXT)

/** A date that keeps its text: most are read only to be sent on. */
class Moment extends Date {
  readonly #iso: string

  constructor(iso: string) {
    super(timeOf(iso))
    this.#iso = iso
  }

  override toISOString(): string {
    return this.#iso
  }
}

const digit = (text: string, at: number) => text.charCodeAt(at) - 48
const twoDigits = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1)

/**
 * The result of `Date.parse` for `2026-11-15T01:15:00.120Z`, in a third of the time, because only this
 * format is parsed.
 */
function timeOf(iso: string): number {
  return Date.UTC(
    twoDigits(iso, 0) * 100 + twoDigits(iso, 2),
    twoDigits(iso, 5) - 1,
    twoDigits(iso, 8),
    twoDigits(iso, 11),
    twoDigits(iso, 14),
    twoDigits(iso, 17),
    twoDigits(iso, 20) * 10 + digit(iso, 22),
  )
}

/** PostgreSQL sends `2026-11-15 01:15:00.12+00`, without trailing zeros; ISO 8601 has them. */
function parseTimestamp(text: string): Date {
  const time = text.slice(11, -3)
  return new Moment(`${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, '0')}Z`)
}

type Parser = (text: string) => unknown

const INT8_ARRAY = 1016
const TEXT_ARRAY = 1009
const parseAnyTexts = getTypeParser(TEXT_ARRAY as typeof builtins.TEXT)

/** The parser of the driver reads arrays character by character. One of ids and hashes has no quotes. */
const parseTexts: Parser = (text) =>
  /^\{[^"\\{}]+\}$/.test(text) && !text.includes('NULL') ? text.slice(1, -1).split(',') : parseAnyTexts(text)

const ownParsers = new Map<number, Parser>([
  [builtins.TIMESTAMPTZ, parseTimestamp],
  [TEXT_ARRAY, parseTexts],
])
const parserOf = (type: number): Parser => ownParsers.get(type) ?? getTypeParser(type)

const parseInt8s = getTypeParser(INT8_ARRAY as typeof builtins.INT8) as (text: string) => string[]
const parseBytes = getTypeParser(builtins.BYTEA) as (text: string) => Buffer
const likePrisma = new Map<number, Parser>([
  [builtins.INT8, BigInt],
  [builtins.BYTEA, (text) => new Uint8Array(parseBytes(text))],
  [INT8_ARRAY, (text) => parseInt8s(text).map(BigInt)],
])

const shapes = new Map<string, Shape>()

/**
 * A function that creates rows of these columns from one literal: setting one property after the other, as
 * the driver does, takes longer than all the rest of reading a row. The names are those in our SQL.
 */
function shapeFor(columns: readonly Column[], isPrisma: boolean): Shape {
  const signature = `${isPrisma} ${columns.map(({ name, dataTypeID }) => `${name}:${dataTypeID}`).join()}`
  const known = shapes.get(signature)
  if (known) return known
  const parsers = columns.map(
    ({ dataTypeID }) => (isPrisma ? likePrisma.get(dataTypeID) : undefined) ?? parserOf(dataTypeID),
  )
  const properties = columns.map(({ name, dataTypeID }, i) => {
    const none = isPrisma && dataTypeID === TEXT_ARRAY ? '[]' : 'null'
    const value = parsers[i] === asText ? `f[${i}]` : `f[${i}] === null ? ${none} : parsers[${i}](f[${i}])`
    return `${JSON.stringify(name)}: ${value}`
  })
  const shape = new Function('parsers', `return (f) => ({ ${properties.join(', ')} })`)(parsers) as Shape
  shapes.set(signature, shape)
  return shape
}

/** A statement on a connection. Its shape is unknown until it has run. */
interface PreparedStatement {
  name: string
  shape: Shape | undefined
}

/**
 * The prepared statements of each connection, and the shape of their rows. A statement is described when it
 * is prepared and not each time it runs: PostgreSQL rejects one whose columns have changed since.
 */
const prepared = new WeakMap<pg.Connection, Map<string, PreparedStatement>>()

/** The code of a statement whose columns have changed since it was prepared. */
const CHANGED_COLUMNS = '0A000'

function preparedOn(connection: pg.Connection): Map<string, PreparedStatement> {
  let statements = prepared.get(connection)
  if (!statements) {
    statements = new Map()
    prepared.set(connection, statements)
  }
  return statements
}

/** One execution of a prepared statement. The driver's client runs it like its cursors and streams. */
export class PreparedQuery implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly origin: WorkOrigin | undefined
  /**
   * Set by the client that runs it, from a variable: V8 allocates a function that is written as the value of a property
   * among the old objects, where it would keep the data of its request until the whole heap is collected.
   */
  callback: Done | undefined
  /** When the server had run it, in milliseconds of `performance`. */
  completedAt = Number.NaN
  readonly #isPrisma: boolean
  readonly #parameters: Parameter[]
  readonly #rows: unknown[] = []
  #count = 0
  #prepared: Map<string, PreparedStatement> | undefined
  #known: PreparedStatement | undefined
  #shape: Shape | undefined
  #failure: Error | undefined

  constructor({ name, text, likePrisma }: Statement, values: readonly unknown[], origin?: WorkOrigin) {
    this.name = name
    this.text = text
    this.origin = origin
    this.#isPrisma = likePrisma
    this.#parameters = values.map(toParameter)
  }

  submit(connection: pg.Connection): void {
    // All messages in one write.
    connection.stream.cork()
    this.send(connection, new Set())
    connection.sync()
    connection.stream.uncork()
  }

  /** Sends it without waiting for the result. `parsed` has the names that were sent since the last wait. */
  send(connection: pg.Connection, parsed: Set<string>): void {
    this.#prepared = preparedOn(connection)
    this.#known = this.#prepared.get(this.name) ?? { name: this.name, shape: undefined }
    const { name, shape } = this.#known
    this.#shape = shape
    const isNew = shape === undefined
    if (isNew && (name === '' || !parsed.has(name))) {
      connection.parse({ name, text: this.text, types: [] }, true)
      parsed.add(name)
    }
    connection.bind({ statement: name, values: this.#parameters }, true)
    if (isNew) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#shape = shapeFor(fields, this.#isPrisma)
  }

  handleDataRow({ fields }: { fields: Field[] }): void {
    try {
      this.#rows.push(this.#shape?.(fields))
    } catch (error) {
      this.#failure = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.completedAt = performance.now()
    // For example `INSERT 0 1`, `UPDATE 3` or `COMMIT`.
    this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    if (text === 'ROLLBACK' && this.text === 'COMMIT') {
      this.#failure = new Error('The transaction was rolled back instead of committed.')
    }
    // A statement without rows has no columns.
    if (!this.#known || this.#known.shape) return
    this.#known.shape = this.#shape ?? shapeFor([], this.#isPrisma)
    if (this.name !== '') this.#prepared?.set(this.name, this.#known)
  }

  handleError(error: Error & { code?: string }): void {
    // It may have been prepared before it failed, and a name can be given once on a connection.
    if (this.name !== '' && this.#known && (!this.#known.shape || error.code === CHANGED_COLUMNS)) {
      this.#prepared?.set(this.name, { name: `${this.#known.name}~`, shape: undefined })
    }
    this.callback?.(error)
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback?.(this.#failure)
    else this.callback?.(null, { rows: this.#rows, count: this.#count })
  }
}

function toParameter(value: unknown): Parameter {
  return Buffer.isBuffer(value) ? value : toText(value)
}

/** A value in PostgreSQL's text format. */
function toText(value: unknown): Field {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return `{${value.map(toElement).join()}}`
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const isEscaped = /["\\]/

function toElement(value: unknown): string {
  const text = toText(value)
  if (text === null) return 'NULL'
  // Most elements are ids, and a list can have tens of thousands of them.
  return isEscaped.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`
}
