import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'

/** Bytes of a large file that are read at a time. */
const PIECE_BYTES = 64 * 1024

/**
 * The bytes of an archive on disk or in memory. They are read synchronously, because most files of an archive are
 * small, and passing a read to another thread takes longer than the read. So it is for worker threads only.
 */
export class ArchiveBytes extends RandomAccessReader {
  readonly size: number
  readonly #source: number | Buffer
  #isClosed = false

  constructor(source: string | Buffer) {
    super()
    this.#source = typeof source === 'string' ? openSync(source, 'r') : source
    this.size = typeof this.#source === 'number' ? fstatSync(this.#source).size : this.#source.length
  }

  /** Bytes from a position. Throws if there are not as many. */
  at(position: number, length: number): Buffer {
    if (typeof this.#source !== 'number') {
      if (position + length > this.size) throw new Error('The archive ends too early.')
      return this.#source.subarray(position, position + length)
    }
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let done = 0; done < length; ) {
      const read = readSync(this.#source, bytes, done, length - done, position + done)
      if (read === 0) throw new Error('The archive ends too early.')
      done += read
    }
    return bytes
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    let failure: Error | null = null
    try {
      buffer.set(this.at(position, length), offset)
    } catch (error) {
      failure = error as Error
    }
    queueMicrotask(() => callback(failure))
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false })
  }

  *#pieces(start: number, end: number): Generator<Buffer> {
    for (let at = start; at < end; at += PIECE_BYTES) yield this.at(at, Math.min(PIECE_BYTES, end - at))
  }

  override close(callback: (error: Error | null) => void): void {
    this.end()
    setImmediate(callback, null)
  }

  end(): void {
    if (typeof this.#source === 'number' && !this.#isClosed) closeSync(this.#source)
    this.#isClosed = true
  }
}
