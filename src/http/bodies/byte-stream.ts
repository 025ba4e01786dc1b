import { Readable } from 'node:stream'
import { bytesBetween, type StoredBytes } from '../../platform/stored-bytes.ts'
import type { ByteRange } from './byte-range.ts'

/**
 * Reads the next chunk when the client has taken the previous one, so that a slow client holds at most two
 * in memory.
 */
export const byteStream = (stored: StoredBytes, { start, end }: ByteRange): Readable =>
  Readable.from(bytesBetween(stored, start, end), { objectMode: false, highWaterMark: 1 })
