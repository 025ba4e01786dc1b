import { matcherOf } from './query.ts'
import { tokensOf } from './tokens-of.ts'

/** A part of a text: a match, or the text around it. */
export interface Piece {
  text: string
  isMatch: boolean
}

const LENGTH = 240
/** The number of characters before the first match. */
const LEAD = 60

/** The part of a text around the first match of a query, or of the correct spellings of its words. */
export function excerptOf(text: string, query: string, meant: readonly string[] = []): Piece[] {
  const isSought = matcherOf(query, meant)
  let window: { start: number; end: number } | undefined
  const marks: { start: number; end: number }[] = []
  for (const { word, start, end } of tokensOf(text)) {
    if (window && start >= window.end) break
    if (!isSought(word)) continue
    window ??= windowAround(text, start)
    const last = marks.at(-1)
    // Pairs of letters overlap.
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else marks.push({ start, end })
  }
  return piecesOf(text, window ?? windowAround(text, 0), marks)
}

function windowAround(text: string, at: number): { start: number; end: number } {
  const wanted = Math.max(0, at - LEAD)
  const gap = wanted === 0 ? 0 : text.slice(wanted, at).search(/\s/)
  const start = gap < 0 ? wanted : wanted === 0 ? 0 : wanted + gap + 1
  return { start: wholeLetter(text, start), end: wholeLetter(text, endAfter(text, start)) }
}

/** An excerpt ends after a word, where there is a space near its end. */
function endAfter(text: string, start: number): number {
  const end = start + LENGTH
  if (end >= text.length || /\s/.test(text.charAt(end))) return Math.min(text.length, end)
  const gap = text.slice(end - LEAD, end).search(/\s\S*$/)
  return gap < 0 ? end : end - LEAD + gap
}

/** An index that is not inside a surrogate pair. */
function wholeLetter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

function piecesOf(
  text: string,
  window: { start: number; end: number },
  marks: readonly { start: number; end: number }[],
): Piece[] {
  const pieces: Piece[] = []
  const add = (from: number, to: number, isMatch: boolean) => {
    const part = text.slice(from, to).replace(/\s+/g, ' ')
    if (part !== '') pieces.push({ text: part, isMatch })
  }
  if (window.start > 0) pieces.push({ text: '… ', isMatch: false })
  let at = window.start
  for (const { start, end } of marks) {
    const last = Math.min(end, window.end)
    add(at, start, false)
    add(start, last, true)
    at = last
  }
  add(at, window.end, false)
  if (window.end < text.length) pieces.push({ text: ' …', isMatch: false })
  return pieces
}
