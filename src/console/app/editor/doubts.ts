import { proseLines, withoutCode } from './lines-of.ts'
import { type LinkablePage, pageOfLink } from './link-to-page.ts'

/** A line beyond this is hard to read in a diff. */
export const MAX_LINE = 1_000

/** What a reader would stumble over: a picture without a text, a link to no page, a very long line. */
export type DoubtKind = 'noAlt' | 'broken' | 'long'

export interface Doubt {
  from: number
  to: number
  kind: DoubtKind
}

/** What decides which links are broken. */
export interface DoubtFacts {
  path: string
  pages: readonly LinkablePage[]
  /** Whether all pages of the space are known. */
  isComplete: boolean
}

/** A link or a picture, up to its target. */
const LINK = /(!?)\[([^\][]*)\]\(([^\s()<>]*)/g
const IMAGE = /<img\b[^<>]*>/gi
const ALT = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

export const isBroken = (target: string, { path, pages, isComplete }: DoubtFacts): boolean =>
  isComplete && pageOfLink(path, target, pages) === null

/** The doubts in one line of a text, at their positions in it. Those in code do not count. */
export function doubtsInLine(source: string, facts: DoubtFacts): Doubt[] {
  const line = withoutCode(source)
  const doubts: Doubt[] = []
  for (const { index: from, 0: whole, 1: sign, 2: text = '', 3: target = '' } of line.matchAll(LINK)) {
    const to = from + whole.length
    if (sign === '!' && text.trim() === '') doubts.push({ from, to, kind: 'noAlt' })
    else if (isBroken(target, facts)) doubts.push({ from, to, kind: 'broken' })
  }
  for (const { index: from, 0: whole } of line.matchAll(IMAGE)) {
    const [, ...values] = ALT.exec(whole) ?? []
    if (values.join('').trim() === '') doubts.push({ from, to: from + whole.length, kind: 'noAlt' })
  }
  doubts.sort((one, other) => one.from - other.from)
  const isMarked = doubts.some(({ to }) => to > MAX_LINE)
  if (line.length > MAX_LINE && !isMarked) doubts.push({ from: MAX_LINE, to: line.length, kind: 'long' })
  return doubts
}

/** The lines of a text that have doubts, one entry for each doubt. */
export function doubtfulLines(text: string, facts: DoubtFacts): number[] {
  const lines: number[] = []
  for (const { text: line, number } of proseLines(text))
    for (const _ of doubtsInLine(line, facts)) lines.push(number)
  return lines
}
