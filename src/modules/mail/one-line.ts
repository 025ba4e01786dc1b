/** Characters that end a line, and others that are not shown. */
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\s]+/gu
/** They show a text in another order than it is written in, such as the end of a name before its beginning. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A text of somebody else as one line of at most this many characters, for headers and for sentences that it must not
 * end.
 */
export function oneLine(text: string, max: number): string {
  // What is cut off anyway is not searched.
  const start = text.slice(0, max * 4)
  const characters = [...start.replace(REORDERING, '').replace(UNSHOWN, ' ').trim()]
  const isWhole = characters.length <= max && start.length === text.length
  return isWhole
    ? characters.join('')
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
