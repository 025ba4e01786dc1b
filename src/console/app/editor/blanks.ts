// In one pass each: a pattern that ends with `$` would try every blank of a long run as the first one.

/** Where the blanks at the end of a text begin. */
export function endOf(text: string, blanks: string): number {
  let end = text.length
  while (end > 0 && blanks.includes(text[end - 1] as string)) end -= 1
  return end
}

/** Where the blanks at the start of a text end. */
export function startOf(text: string, blanks: string): number {
  let start = 0
  while (start < text.length && blanks.includes(text[start] as string)) start += 1
  return start
}

export const withoutEnd = (text: string, blanks: string): string => text.slice(0, endOf(text, blanks))

export const trimmed = (text: string, blanks: string): string =>
  withoutEnd(text, blanks).slice(startOf(text, blanks))

/** Joins parts by a space, without the blanks around it. */
export function joined(parts: readonly string[], blanks: string): string {
  const last = parts.length - 1
  const [first = '', ...others] = parts.map((part, at) =>
    at === 0 && at === last ? part : at === 0 ? withoutEnd(part, blanks) : trimmed(part, blanks),
  )
  const end = others.pop()
  return end === undefined ? first : [first, ...others.filter(Boolean), end].join(' ')
}
