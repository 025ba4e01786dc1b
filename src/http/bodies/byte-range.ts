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
