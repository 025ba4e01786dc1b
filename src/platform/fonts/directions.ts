const strongRight = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const strong = /[\p{L}\p{N}]/u
const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

/** Whether the first letter of a text belongs to a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  for (const character of text) {
    if (strongRight.test(character)) return true
    if (/\p{L}/u.test(character)) return false
  }
  return false
}

/**
 * The parts of a line in visual order. This is the part of the Unicode bidirectional algorithm that ordinary
 * sentences need: two directions, numbers as left to right, and neutral characters with their neighbours.
 */
export function visualOrder<Piece extends { text: string }>(
  pieces: readonly Piece[],
  isBaseRight: boolean,
): Piece[] {
  if (!isBaseRight && !pieces.some(({ text }) => strongRight.test(text))) return [...pieces]
  const own = pieces.map(({ text }) => (strong.test(text) ? strongRight.test(text) : undefined))
  const resolved = own.map((isRight, at) => {
    if (isRight !== undefined) return isRight
    const before = own.slice(0, at).findLast((side) => side !== undefined) ?? isBaseRight
    const after = own.slice(at + 1).find((side) => side !== undefined) ?? isBaseRight
    return before === after ? before : isBaseRight
  })
  const groups: { isRight: boolean; pieces: Piece[] }[] = []
  for (const [at, piece] of pieces.entries()) {
    const isRight = resolved[at] ?? isBaseRight
    const last = groups.at(-1)
    const shown = isRight && own[at] === undefined ? { ...piece, text: mirror(piece.text) } : piece
    if (last?.isRight === isRight) last.pieces.push(shown)
    else groups.push({ isRight, pieces: [shown] })
  }
  const ordered = isBaseRight ? groups.reverse() : groups
  return ordered.flatMap((group) => (group.isRight ? group.pieces.reverse() : group.pieces))
}

const mirror = (text: string) =>
  Array.from(text, (character) => mirrored[character] ?? character)
    .reverse()
    .join('')
