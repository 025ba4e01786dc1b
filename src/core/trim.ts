/**
 * Removes characters from the ends of a text; `edge` matches one character. A pattern such as `/-+$/` would
 * be quadratic: it scans each run of hyphens once for every hyphen in it.
 */
export function trimEnds(text: string, edge: RegExp): string {
  const end = lastKept(text, edge)
  let start = 0
  while (start < end && edge.test(text.charAt(start))) start += 1
  return text.slice(start, end)
}

/** The same at the end only. */
export const trimEndOf = (text: string, edge: RegExp): string => text.slice(0, lastKept(text, edge))

function lastKept(text: string, edge: RegExp): number {
  let end = text.length
  while (end > 0 && edge.test(text.charAt(end - 1))) end -= 1
  return end
}
