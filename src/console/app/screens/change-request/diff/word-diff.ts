import { sequenceDiff } from './sequence-diff.ts'

/** A part of a line. */
export interface Part {
  text: string
  isChanged: boolean
}

/** Longer lines are shown as changed as a whole. */
const MAX_LINE = 5_000
/** Below this share of equal characters, marked words would only be noise. */
const MIN_SHARED = 0.25

/** Words, runs of white space, and every other character on its own. */
const wordsOf = (line: string): string[] => line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

const whole = (text: string): Part[] => (text === '' ? [] : [{ text, isChanged: false }])

/** Parts that only a space separates are one. */
function withoutSpaces(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const [at, { text, isChanged }] of parts.entries()) {
    const isBetween = text.trim() === '' && parts[at - 1]?.isChanged && parts[at + 1]?.isChanged
    const last = joined.at(-1)
    if (last?.isChanged && (isChanged || isBetween)) last.text += text
    else joined.push({ text, isChanged })
  }
  return joined
}

/** The words that differ between two versions of a line. Lines that have little in common have none marked. */
export function wordDiff(before: string, after: string): { before: Part[]; after: Part[] } {
  const unmarked = { before: whole(before), after: whole(after) }
  if (before.length > MAX_LINE || after.length > MAX_LINE) return unmarked
  const words = { before: wordsOf(before), after: wordsOf(after) }
  const marked: { before: Part[]; after: Part[] } = { before: [], after: [] }
  let shared = 0
  for (const run of sequenceDiff(words.before, words.after)) {
    for (const side of ['before', 'after'] as const) {
      const text = words[side].slice(run[side].start, run[side].end).join('')
      if (text === '') continue
      if (run.isSame && side === 'before') shared += text.trim().length
      marked[side].push({ text, isChanged: !run.isSame })
    }
  }
  for (const side of ['before', 'after'] as const) marked[side] = withoutSpaces(marked[side])
  const longest = Math.max(before.trim().length, after.trim().length)
  return longest > 0 && shared / longest < MIN_SHARED ? unmarked : marked
}
