import { randomBytes } from 'node:crypto'
import { Turns } from '../../platform/turns/turns.ts'

/** The size from which encoding a text ourselves is faster. */
const LARGE = 32 * 1024
/**
 * A placeholder for a part until the whole is encoded. It is random, so no text of a caller can contain it.
 */
const MARK = randomBytes(16).toString('hex')

/** Texts of this length are encoded one by one in a long response. */
const LONG_TEXT = 16 * 1024
/** So are the items of lists of this length. */
const LONG_LIST = 500

/** A part that is encoded by itself. */
type Part = RawJson | string | readonly unknown[]

let collected: Part[] | undefined

/** Puts a part aside, and returns its placeholder. */
const markFor = (parts: Part[], part: Part) => `${MARK}${parts.push(part) - 1}.`

/** A value that is already encoded as JSON, for example by a worker thread. `encodeJson` copies its bytes. */
export class RawJson {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  toJSON(): unknown {
    if (collected) return markFor(collected, this)
    return JSON.parse(Buffer.from(this.bytes).toString())
  }
}

/**
 * A response as JSON: a large one as bytes, so that it is measured and encoded once; a small one as text,
 * which Node sends together with the headers in one write.
 */
export function encodeJson(value: unknown): string | Buffer {
  const { text, parts } = collect(value)
  if (parts.length > 0) return Buffer.concat([...piecesOf(text, parts)])
  return text.length < LARGE ? text : Buffer.from(text)
}

const isLongPart = (value: unknown): value is string | unknown[] =>
  typeof value === 'string' ? value.length >= LONG_TEXT : Array.isArray(value) && value.length >= LONG_LIST

const setAside = (_key: string, value: unknown) =>
  collected && isLongPart(value) ? markFor(collected, value) : value

/** The same for a response with long texts or lists: between two of their parts, other requests are served. */
export async function encodeInTurns(value: unknown): Promise<Buffer> {
  const turns = new Turns()
  const pieces: Uint8Array[] = []
  for (const piece of encodedPieces(value)) {
    pieces.push(piece)
    if (turns.isOver()) await turns.next()
  }
  return Buffer.concat(pieces)
}

/** Encodes what a request has produced, whose texts its meter has counted. */
export const encodeAnswer = (value: unknown, { isLong }: { isLong: boolean }) =>
  isLong ? encodeInTurns(value) : encodeJson(value)

/** The JSON of a value with placeholders, and the parts that replace them. */
function collect(value: unknown, replace?: (key: string, value: unknown) => unknown) {
  const parts: Part[] = []
  collected = parts
  try {
    // What JSON cannot express is null, as it is as an item of a list.
    return { text: JSON.stringify(value, replace) ?? 'null', parts }
  } finally {
    collected = undefined
  }
}

function* encodedPieces(value: unknown): Generator<Uint8Array> {
  const { text, parts } = collect(value, setAside)
  yield* piecesOf(text, parts)
}

function* itemsOf(list: readonly unknown[]): Generator<Uint8Array> {
  for (const [at, item] of list.entries()) {
    yield Buffer.from(at === 0 ? '[' : ',')
    yield* encodedPieces(item)
  }
  yield Buffer.from(']')
}

function* piecesOf(text: string, parts: readonly Part[]): Generator<Uint8Array> {
  const [first = '', ...others] = text.split(`"${MARK}`)
  yield Buffer.from(first)
  for (const other of others) {
    const end = other.indexOf('."')
    const part = parts[Number(other.slice(0, end))]
    if (part instanceof RawJson) yield part.bytes
    else if (typeof part === 'string') yield Buffer.from(JSON.stringify(part))
    else if (part) yield* itemsOf(part)
    yield Buffer.from(other.slice(end + 2))
  }
}
