import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/**
 * A backup is one compressed stream: a line that names the format, the header, and for each table its rows as PostgreSQL
 * copies them (in text, which every later version reads) with a digest. The last line has a digest of all digests, so a
 * file that was cut off is recognized.
 */
const MAGIC = 'quire-backup'
export const VERSION = 1

export interface BackedUpTable {
  name: string
  columns: string[]
}

export interface BackupHeader {
  version: number
  /** The version of Quire that wrote it. */
  quire: string
  createdAt: string
  postgres: string
  /** The migrations of the database, in order: the restored one gets exactly these before its rows. */
  migrations: string[]
  tables: BackedUpTable[]
  /** The last value of each sequence. */
  sequences: Record<string, string>
}

export interface TableDigest {
  table: string
  rows: number
  bytes: number
  sha256: string
}

/** The file is damaged, incomplete, or not a backup. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const LENGTH_BYTES = 4
/** Longer than any chunk that PostgreSQL sends and than any header. */
const MAX_BYTES = 1024 * 1024 * 1024

async function write(to: Writable, bytes: Buffer): Promise<void> {
  if (!to.write(bytes)) await once(to, 'drain')
}

function framed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Writes frames: a length and as many bytes. An empty frame ends a table. */
export class BackupWriter {
  readonly #to: Writable
  readonly #all = createHash('sha256')

  constructor(to: Writable) {
    this.#to = to
  }

  async begin(header: BackupHeader): Promise<void> {
    await write(this.#to, Buffer.from(`${MAGIC} ${header.version}\n`))
    await this.#json(header)
  }

  async table(name: string, chunks: AsyncIterable<Buffer>): Promise<TableDigest> {
    const counted = new TableCounter(name)
    for await (const chunk of chunks) {
      counted.add(chunk)
      await write(this.#to, framed(chunk))
    }
    await write(this.#to, framed(Buffer.alloc(0)))
    const digest = counted.digest()
    await this.#json(digest)
    return digest
  }

  async end(): Promise<void> {
    const sha256 = this.#all.copy().digest('hex')
    await write(this.#to, framed(Buffer.from(JSON.stringify({ end: sha256 }))))
  }

  async #json(value: object): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(value))
    this.#all.update(bytes)
    await write(this.#to, framed(bytes))
  }
}

class TableCounter {
  readonly #table: string
  readonly #hash: Hash = createHash('sha256')
  #rows = 0
  #bytes = 0

  constructor(table: string) {
    this.#table = table
  }

  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    // A newline within a value is escaped.
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#rows++
  }

  digest(): TableDigest {
    return { table: this.#table, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Reads what a BackupWriter has written, and checks every digest. */
export class BackupReader {
  readonly #bytes: ByteReader
  readonly #all = createHash('sha256')

  constructor(from: Readable) {
    this.#bytes = new ByteReader(from)
  }

  async begin(): Promise<BackupHeader> {
    const magic = (await this.#bytes.line(64).catch(() => null)) ?? ''
    const [name, version] = magic.split(' ')
    if (name !== MAGIC) throw new BackupError('This file is not a backup of Quire.')
    if (Number(version) !== VERSION) {
      throw new BackupError(
        `This backup has the format ${version}, and this version of Quire reads format ${VERSION}. Install the version that wrote it.`,
      )
    }
    return (await this.#json()) as BackupHeader
  }

  /** The rows of the next table. Throws at their end if they are not those that were written. */
  async *table(name: string): AsyncGenerator<Buffer, TableDigest> {
    const counted = new TableCounter(name)
    for (;;) {
      const chunk = await this.#frame()
      if (chunk.length === 0) break
      counted.add(chunk)
      yield chunk
    }
    const expected = (await this.#json()) as TableDigest
    const found = counted.digest()
    if (JSON.stringify(expected) !== JSON.stringify(found)) {
      throw new BackupError(
        `The backup is damaged: the table ${name} has ${found.rows} rows with the digest ${found.sha256}, and ${expected.rows} with ${expected.sha256} were written.`,
      )
    }
    return found
  }

  async end(): Promise<void> {
    const expected = this.#all.copy().digest('hex')
    const { end } = JSON.parse(String(await this.#frame())) as { end?: string }
    if (end !== expected) throw new BackupError('The backup is damaged: its last digest does not match.')
  }

  async #json(): Promise<unknown> {
    const bytes = await this.#frame()
    this.#all.update(bytes)
    try {
      return JSON.parse(String(bytes))
    } catch {
      throw new BackupError('The backup is damaged: a part of it cannot be read.')
    }
  }

  async #frame(): Promise<Buffer> {
    const length = (await this.#bytes.take(LENGTH_BYTES)).readUInt32BE()
    if (length > MAX_BYTES)
      throw new BackupError('The backup is damaged: a part of it has an impossible length.')
    return this.#bytes.take(length)
  }
}

/** Takes exact numbers of bytes from a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer[] = []
  #size = 0

  constructor(from: Readable) {
    this.#chunks = from[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async take(count: number): Promise<Buffer> {
    await this.#fill(count)
    const all = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held)
    this.#held = [all.subarray(count)]
    this.#size -= count
    return all.subarray(0, count)
  }

  async line(most: number): Promise<string> {
    let text = ''
    while (text.length < most) {
      const byte = String(await this.take(1))
      if (byte === '\n') return text
      text += byte
    }
    return text
  }

  async #fill(count: number): Promise<void> {
    while (this.#size < count) {
      const next = await this.#chunks.next().catch(() => ({ done: true as const, value: undefined }))
      if (next.done) throw new BackupError('The backup is incomplete: the file ends too early.')
      this.#held.push(next.value)
      this.#size += next.value.length
    }
  }
}
