import { Readable } from 'node:stream'
import { PIECE_BYTES, type StoredBytes } from '../../platform/stored-bytes.ts'
import type { ByteRange } from './byte-range.ts'

/**
 * Reads the next chunk when the client has taken the previous one, so that a slow client holds at most two
 * in memory.
 */
export function byteStream(stored: StoredBytes, range: ByteRange): Readable {
  const chunks = stored.stream?.(range.start, range.end) ?? pieces(stored, range)
  return Readable.from(chunks, { objectMode: false, highWaterMark: 1 })
}

async function* pieces(stored: StoredBytes, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (let offset = start; offset < end; offset += PIECE_BYTES) {
    const piece = await stored.read(offset, Math.min(PIECE_BYTES, end - offset))
    if (!piece) throw new Error('The file was removed while it was being read.')
    yield piece
  }
}
