import { BufferReader } from 'pg-protocol/dist/buffer-reader.js'

interface Utf8Buffer extends Buffer {
  utf8Slice(start: number, end: number): string
}

interface Reader {
  buffer: Utf8Buffer
  offset: number
  string(length: number): string
}

/**
 * Makes the driver decode the values of rows by Node's own UTF-8 function. The driver calls `buffer.toString('utf-8')`,
 * which looks up the encoding for every value.
 */
export function decodeTextsFast(): void {
  const reader = BufferReader.prototype as unknown as Reader
  if (typeof reader.string !== 'function' || !('utf8Slice' in Buffer.prototype)) return
  reader.string = function (length) {
    const { buffer, offset } = this
    this.offset = offset + length
    return buffer.utf8Slice(offset, offset + length)
  }
}
