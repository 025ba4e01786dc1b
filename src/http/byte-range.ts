/** From `start`, up to but not including `end`. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of a file that a `Range` header asks for; the whole of it when the header is missing, has another form or
 * asks for several parts, as RFC 9110 allows; null when it asks for what is not there.
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
