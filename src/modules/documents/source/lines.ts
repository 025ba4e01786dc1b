import { lineChanges } from './line-changes.ts'

/** A text as lines without their endings, with the data to restore it. */
export interface Lines {
  lines: string[]
  ending: '\n' | '\r\n'
  /** Whether the last line has an ending. Not meaningful for an empty text. */
  isEnded: boolean | null
}

/** A range of lines. `start` counts from 1; for an empty range it is the position of insertion. */
export interface Span {
  start: number
  lines: string[]
}

export interface LineHunk {
  before: Span
  after: Span
}

/**
 * Splits a text into lines. CR LF is the line ending only if every line ends with it. In a mixed text the carriage
 * returns are part of the lines, because otherwise unchanged lines would change.
 */
export function linesOf(text: string): Lines {
  const isEnded = text === '' ? null : text.endsWith('\n')
  const ending = hasOnlyCrLf(text) ? '\r\n' : '\n'
  const lines = text.split(ending)
  if (text === '' || isEnded) lines.pop()
  return { lines, ending, isEnded }
}

export function textOfLines({ lines, ending, isEnded }: Lines): string {
  if (lines.length === 0) return ''
  return lines.join(ending) + (isEnded === false ? '' : ending)
}

function hasOnlyCrLf(text: string): boolean {
  if (!text.includes('\r\n')) return false
  return !/(^|[^\r])\n/.test(text)
}

/** The number of lines that all texts share at the beginning and then at the end. */
export function sharedEnds(texts: readonly (readonly string[])[]): { head: number; tail: number } {
  const [first = [], ...others] = texts
  const shortest = Math.min(...texts.map(({ length }) => length))
  let head = 0
  while (head < shortest && others.every((lines) => lines[head] === first[head])) head += 1
  let tail = 0
  while (
    tail < shortest - head &&
    others.every((lines) => lines[lines.length - 1 - tail] === first[first.length - 1 - tail])
  )
    tail += 1
  return { head, tail }
}

/** The lines that differ between two texts, for display. Texts that are too different are one change. */
export function lineDiff(before: string, after: string): LineHunk[] {
  const old = linesOf(before).lines
  const current = linesOf(after).lines
  const { head, tail } = sharedEnds([old, current])
  const oldPart = old.slice(head, old.length - tail)
  const currentPart = current.slice(head, current.length - tail)
  const whole = { base: 0, removed: oldPart.length, side: 0, added: currentPart.length }
  const changes = lineChanges(oldPart, currentPart) ?? [whole]
  return changes.map(({ base, removed, side, added }) => ({
    before: { start: head + base + 1, lines: oldPart.slice(base, base + removed) },
    after: { start: head + side + 1, lines: currentPart.slice(side, side + added) },
  }))
}
