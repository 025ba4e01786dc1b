import type { IncomingHttpHeaders } from 'node:http'

/** From `start`, up to but not including `end`. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The range that a `Range` header requests; the whole file when the header is missing, has another form or
 * requests several ranges, as RFC 9110 allows; null when the range is outside the file.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null {
  const whole = { start: 0, end: size }
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return whole
  if (first === '')
    return Number(last) > 0 && size > 0 ? { start: Math.max(0, size - Number(last)), end: size } : null
  const start = Number(first)
  const end = last === '' ? size : Math.min(size, Number(last) + 1)
  if (last !== '' && Number(last) < start) return whole
  return start < size ? { start, end } : null
}

/** The status and the headers of a response with all or a part of some bytes; without a range, it has none of them. */
interface PartHead {
  status: 200 | 206 | 416
  headers: Record<string, string | number>
  range: ByteRange | null
}

/** What a request gets of bytes with this tag and size: a part only if the client has another part of the same bytes. */
export function partFor(
  { range: wanted, 'if-range': onlyOf }: IncomingHttpHeaders,
  etag: string,
  size: number,
): PartHead {
  const range = rangeOf(onlyOf === undefined || onlyOf === etag ? wanted : undefined, size)
  if (!range) {
    return { status: 416, headers: { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes */${size}` }, range }
  }
  const length = range.end - range.start
  const headers = { 'Accept-Ranges': 'bytes', 'Content-Length': length }
  if (length === size) return { status: 200, headers, range }
  return {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${range.start}-${range.end - 1}/${size}` },
    range,
  }
}
