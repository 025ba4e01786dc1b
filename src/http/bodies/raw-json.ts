import { randomBytes } from 'node:crypto'

/** The size from which encoding a text ourselves is faster. */
const LARGE = 32 * 1024
/**
 * A placeholder for a part until the whole is encoded. It is random, so no text of a caller can contain it.
 */
const MARK = randomBytes(16).toString('hex')

let collected: RawJson[] | undefined

/** A value that is already encoded as JSON, for example by a worker thread. `encodeJson` copies its bytes. */
export class RawJson {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  toJSON(): unknown {
    if (collected) return `${MARK}${collected.push(this) - 1}.`
    return JSON.parse(Buffer.from(this.bytes).toString())
  }
}

/**
 * A response as JSON: a large one as bytes, so that it is measured and encoded once; a small one as text,
 * which Node sends together with the headers in one write.
 */
export function encodeJson(value: unknown): string | Buffer {
  const parts: RawJson[] = []
  collected = parts
  let text: string
  try {
    text = JSON.stringify(value)
  } finally {
    collected = undefined
  }
  if (parts.length > 0) return splice(text, parts)
  return text.length < LARGE ? text : Buffer.from(text)
}

function splice(text: string, parts: readonly RawJson[]): Buffer {
  const [first = '', ...others] = text.split(`"${MARK}`)
  const pieces: Uint8Array[] = [Buffer.from(first)]
  for (const other of others) {
    const end = other.indexOf('."')
    const part = parts[Number(other.slice(0, end))]
    if (part) pieces.push(part.bytes)
    pieces.push(Buffer.from(other.slice(end + 2)))
  }
  return Buffer.concat(pieces)
}
