/** In byte order, so that a column with the C collation sorts keys as this file does. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = DIGITS.length
const LEAST = '0'
const GREATEST = 'z'
/** The key of the first of its siblings: half way, with as much room before as after. */
const MIDDLE = 'V'

const numberOf = (digit: string | undefined) => (digit === undefined ? 0 : DIGITS.indexOf(digit))
const digitOf = (value: number) => DIGITS.charAt(value)

/**
 * A key that sorts after `before` and before `after`, null being the end of the list on that side. Keys are never
 * renewed when a neighbour moves, which is what lets two people move different things at once.
 *
 * No key ends in the least digit: nothing would fit between `V` and `V0`.
 */
export function keyBetween(before: string | null, after: string | null): string {
  for (const key of [before, after]) if (key !== null) requireKey(key)
  if (before === null) return after === null ? MIDDLE : stepFrom(after, LEAST)
  if (after === null) return stepFrom(before, GREATEST)
  if (before >= after) throw new RangeError(`No key fits between ${before} and ${after}.`)
  return middleOf(before, after)
}

/** Keys for so many siblings, in order. */
export function orderKeys(count: number): string[] {
  const keys: string[] = []
  for (let i = 0; i < count; i++) keys.push(keyBetween(keys.at(-1) ?? null, null))
  return keys
}

function requireKey(key: string): void {
  if (!/^[0-9A-Za-z]*[1-9A-Za-z]$/.test(key)) throw new RangeError(`This is not an order key: ${key}`)
}

/**
 * The next key at an end of the list. As many marks of that end as a key begins with, so many digits and one more count
 * behind them: `V` … `y`, `z01` … `zyz`, `zz001` …, so that a list that only grows at its end has keys whose length is
 * the logarithm of its size. Halving the room that is left would add a digit every six keys.
 */
function stepFrom(key: string, end: typeof LEAST | typeof GREATEST): string {
  let marks = 0
  while (key[marks] === end) marks++
  const step = end === GREATEST ? 1 : -1
  const block = Array.from({ length: marks + 1 }, (_, place) => numberOf(key[marks + place]))
  do {
    let place = marks
    while (place >= 0) {
      const next = (block[place] ?? 0) + step
      block[place] = (next + BASE) % BASE
      if (next >= 0 && next < BASE) break
      place--
    }
    if (digitOf(block[0] ?? 0) === end) return nextBlock(marks + 1, end)
  } while (block.at(-1) === 0)
  return end.repeat(marks) + block.map(digitOf).join('')
}

/** The first key behind one more mark: the one nearest to the keys that the list already has. */
function nextBlock(marks: number, end: typeof LEAST | typeof GREATEST): string {
  return end === GREATEST
    ? `${end.repeat(marks)}${LEAST.repeat(marks)}1`
    : end.repeat(marks) + GREATEST.repeat(marks + 1)
}

/** Half way between two keys, or between one and the end of its digits; as short as it can be. */
function middleOf(before: string, after: string | null): string {
  let shared = 0
  if (after !== null) while ((before[shared] ?? LEAST) === after[shared]) shared++
  if (after !== null && shared > 0) {
    return after.slice(0, shared) + middleOf(before.slice(shared), after.slice(shared))
  }
  const low = numberOf(before[0])
  const high = after === null ? BASE : numberOf(after[0])
  if (high - low > 1) return digitOf(Math.floor((low + high) / 2))
  if (after !== null && after.length > 1) return after.slice(0, 1)
  return digitOf(low) + middleOf(before.slice(1), null)
}
