import { sequenceDiff } from '../../screens/change-request/diff/sequence-diff.ts'

export interface TextChange {
  from: number
  to: number
  insert: string
}

/** Lines with their breaks. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

const joined = (lines: readonly string[], { start, end }: { start: number; end: number }): string =>
  lines.slice(start, end).join('')

/** The changes from one text to another, by lines and within them, so that a cursor stays where nothing has changed. */
export function changesBetween(before: string, after: string): TextChange[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const changes: TextChange[] = []
  let at = 0
  for (const run of sequenceDiff(old, now)) {
    const removed = joined(old, run.before)
    if (!run.isSame) changes.push(withoutSharedEnds(at, removed, joined(now, run.after)))
    at += removed.length
  }
  return changes
}

function withoutSharedEnds(at: number, removed: string, added: string): TextChange {
  const shortest = Math.min(removed.length, added.length)
  let head = 0
  while (head < shortest && removed[head] === added[head]) head += 1
  let tail = 0
  while (tail < shortest - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail += 1
  return {
    from: at + head,
    to: at + removed.length - tail,
    insert: added.slice(head, added.length - tail),
  }
}
