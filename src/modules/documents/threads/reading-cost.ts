/**
 * Texts up to this cost are parsed on the main thread, in at most a few tens of milliseconds. All others are parsed
 * in a worker thread.
 */
export const SHORT_COST = 10_000

/** Longer texts are never short, whatever they contain. */
const MAX_CHARACTERS = 4_000
/**
 * The cost of a line and of a mark, in characters: 1,000 list items take twenty times as long as prose of the same
 * length.
 */
const LINE_COST = 100
const MARK_COST = 20

const LINE_FEED = 10
const MARKS = new Set([...'*_`~[]()<>|{}+-!:$&#'].map((mark) => mark.charCodeAt(0)))

/** The estimated cost of parsing a text, from its length, lines and marks. Infinite for a long text. */
export function readingCost(text: string): number {
  if (text.length > MAX_CHARACTERS) return Number.POSITIVE_INFINITY
  let cost = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED) cost += LINE_COST
    else if (MARKS.has(code)) cost += MARK_COST
  }
  return cost
}

/** Whether all of these texts together can be parsed on the main thread. */
export const areShort = (...texts: string[]): boolean =>
  texts.reduce((sum, text) => sum + readingCost(text), 0) <= SHORT_COST
