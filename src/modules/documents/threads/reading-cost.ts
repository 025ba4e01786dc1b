/** Texts up to this cost are read on the main thread, in at most a few tens of milliseconds; all others in a worker. */
export const SHORT_COST = 10_000

/** No longer text is short, whatever it holds. */
const MOST_CHARACTERS = 4_000
/** What a line and a mark cost besides a character: 1,000 items of a list take twenty times as long as so much prose. */
const LINE_COST = 100
const MARK_COST = 20

const LINE_FEED = 10
const MARKS = new Set([...'*_`~[]()<>|{}+-!:$&#'].map((mark) => mark.charCodeAt(0)))

/** What reading a text takes, estimated from its length, lines and marks; infinite for a long one. */
export function readingCost(text: string): number {
  if (text.length > MOST_CHARACTERS) return Number.POSITIVE_INFINITY
  let cost = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED) cost += LINE_COST
    else if (MARKS.has(code)) cost += MARK_COST
  }
  return cost
}

/** Whether texts are read on the main thread, all of them together. */
export const areShort = (...texts: string[]): boolean =>
  texts.reduce((sum, text) => sum + readingCost(text), 0) <= SHORT_COST
