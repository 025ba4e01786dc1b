import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'

export interface GitObject {
  type: string
  data: Buffer
}

export interface PackLimits {
  objects: number
  objectBytes: number
  totalBytes: number
}

const types: Record<number, string> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
const offsetDelta = 6
const referenceDelta = 7
const headerBytes = 12
const hashBytes = 20

/** A pack that cannot be read. The message is for the user who entered the URL. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

interface Waiting {
  base: string
  delta: Buffer
  offset: number
}

/**
 * The objects of a Git pack by id. It is parsed here and not by Git, because a pack of a few bytes can require any
 * amount of memory: every size is checked before memory is allocated.
 */
export function readPack(pack: Buffer, limits: PackLimits): Map<string, GitObject> {
  const count = pack.length < headerBytes + hashBytes ? undefined : pack.readUInt32BE(8)
  if (count === undefined || pack.toString('latin1', 0, 4) !== 'PACK')
    throw new PackError('It is not a Git pack.')
  if (count > limits.objects) throw new PackError(`It has more than ${limits.objects} objects.`)
  const end = pack.length - hashBytes
  if (!createHash('sha1').update(pack.subarray(0, end)).digest().equals(pack.subarray(end))) {
    throw new PackError('It is damaged: its checksum does not match.')
  }
  const byId = new Map<string, GitObject>()
  const byOffset = new Map<number, GitObject>()
  let waiting: Waiting[] = []
  let room = limits.totalBytes
  const spend = (size: number) => {
    room -= size
    if (size > limits.objectBytes || room < 0) throw new PackError('It is too large when unpacked.')
  }
  const keep = (object: GitObject, offset: number) => {
    byOffset.set(offset, object)
    byId.set(idOf(object), object)
  }

  const reader = new Reader(pack, headerBytes, end)
  for (let index = 0; index < count; index += 1) {
    const offset = reader.position
    const { type, size } = reader.objectHeader()
    const distance = type === offsetDelta ? reader.distance() : 0
    const reference = type === referenceDelta ? reader.bytes(hashBytes).toString('hex') : ''
    spend(size)
    const data = reader.inflated(size)
    const named = types[type]
    if (named !== undefined) keep({ type: named, data }, offset)
    else if (type === offsetDelta) {
      const base = byOffset.get(offset - distance)
      if (base === undefined) waiting.push({ base: `@${offset - distance}`, delta: data, offset })
      else keep(applyDelta(base, data, spend), offset)
    } else if (type === referenceDelta) waiting.push({ base: reference, delta: data, offset })
    else throw new PackError('It has an unknown kind of object.')
  }
  // A base can come after the objects that depend on it, so rounds continue as long as they resolve objects.
  while (waiting.length > 0) {
    const left = waiting.filter(({ base, delta, offset }) => {
      const found = base.startsWith('@') ? byOffset.get(Number(base.slice(1))) : byId.get(base)
      if (found !== undefined) keep(applyDelta(found, delta, spend), offset)
      return found === undefined
    })
    if (left.length === waiting.length) throw new PackError('It is incomplete.')
    waiting = left
  }
  return byId
}

const idOf = ({ type, data }: GitObject): string =>
  createHash('sha1').update(`${type} ${data.length}\0`).update(data).digest('hex')

function applyDelta(base: GitObject, delta: Buffer, spend: (size: number) => void): GitObject {
  const reader = new Reader(delta, 0, delta.length)
  const from = reader.length()
  const size = reader.length()
  if (from !== base.data.length) throw new PackError('It is damaged.')
  spend(size)
  const data = Buffer.alloc(size)
  let written = 0
  while (reader.hasMore()) {
    const command = reader.byte()
    if (command === 0) throw new PackError('It is damaged.')
    const part = command & 0x80 ? reader.copied(command, base.data) : reader.bytes(command)
    if (written + part.length > size) throw new PackError('It is damaged.')
    part.copy(data, written)
    written += part.length
  }
  if (written !== size) throw new PackError('It is damaged.')
  return { type: base.type, data }
}

class Reader {
  position: number
  readonly #source: Buffer
  readonly #end: number

  constructor(source: Buffer, start: number, end: number) {
    this.#source = source
    this.position = start
    this.#end = end
  }

  hasMore(): boolean {
    return this.position < this.#end
  }

  byte(): number {
    const value = this.#source[this.position]
    if (value === undefined || this.position >= this.#end) throw new PackError('It ends too early.')
    this.position += 1
    return value
  }

  bytes(length: number): Buffer {
    if (this.position + length > this.#end) throw new PackError('It ends too early.')
    this.position += length
    return this.#source.subarray(this.position - length, this.position)
  }

  objectHeader(): { type: number; size: number } {
    const first = this.byte()
    return { type: (first >> 4) & 7, size: this.#number(first, first & 15, 4) }
  }

  /** A size in a delta: seven bits per byte, lowest first. */
  length(): number {
    const first = this.byte()
    return this.#number(first, first & 127, 7)
  }

  #number(first: number, start: number, startBits: number): number {
    let value = start
    let bits = startBits
    for (let byte = first; byte & 0x80; bits += 7) {
      byte = this.byte()
      // Arithmetic instead of bit operations, which are limited to 32 bits.
      value += (byte & 127) * 2 ** bits
      if (!Number.isSafeInteger(value)) throw new PackError('It is too large when unpacked.')
    }
    return value
  }

  distance(): number {
    let byte = this.byte()
    let value = byte & 127
    while (byte & 0x80) {
      byte = this.byte()
      value = (value + 1) * 128 + (byte & 127)
    }
    return value
  }

  inflated(size: number): Buffer {
    try {
      const options = { info: true, maxOutputLength: Math.max(size, 1) }
      // With `info`, the function also returns the engine, which knows how many bytes it has read. The types do not
      // include it.
      const { buffer, engine } = inflateSync(
        this.#source.subarray(this.position, this.#end),
        options,
      ) as unknown as {
        buffer: Buffer
        engine: { bytesWritten: number }
      }
      if (buffer.length !== size) throw new PackError('It is damaged.')
      this.position += engine.bytesWritten
      return buffer
    } catch {
      throw new PackError('It is damaged.')
    }
  }

  copied(command: number, base: Buffer): Buffer {
    const number = (flags: number[]) =>
      flags.reduce((value, flag, index) => value + (command & flag ? this.byte() * 256 ** index : 0), 0)
    const start = number([1, 2, 4, 8])
    const length = number([16, 32, 64]) || 0x10000
    if (start + length > base.length) throw new PackError('It is damaged.')
    return base.subarray(start, start + length)
  }
}
