/** A line of a Markdown text. */
export interface TextLine {
  text: string
  /** Counted from 1. */
  number: number
}

/** The start or the end of a code block, also in a list or a quote. */
const FENCE = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/
const FRONT_MATTER = /^---\r?\n/

/** The lines of a text that people read: without code blocks and front matter. */
export function* proseLines(whole: string): Generator<TextLine> {
  let fence = ''
  let isFront = FRONT_MATTER.test(whole)
  let number = 0
  for (const raw of whole.split('\n')) {
    number += 1
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (isFront) {
      if (number > 1 && text === '---') isFront = false
      continue
    }
    const mark = FENCE.exec(text)?.[1]
    if (fence !== '') {
      if (mark?.startsWith(fence) && text.replace(/^[ \t>]+/, '').trimEnd() === mark) fence = ''
    } else if (mark !== undefined) fence = mark
    else yield { text, number }
  }
}

/** A line whose code is blank, so that positions stay. A run of backticks ends at the next one of the same length. */
export function withoutCode(line: string): string {
  if (!line.includes('`')) return line
  const runs = Array.from(line.matchAll(/`+/g), ({ index, 0: { length } }) => ({ index, length }))
  // Which run of a length comes next, from the end, so that a long line takes no longer per character.
  const following = new Map<number, number>()
  const ends = new Array<number | undefined>(runs.length)
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { length } = runs[at] as { length: number }
    ends[at] = following.get(length)
    following.set(length, at)
  }
  let made = ''
  let from = 0
  for (let at = 0; at < runs.length; at += 1) {
    const end = ends[at]
    if (end === undefined) continue
    const [first, last] = [runs[at], runs[end]] as [{ index: number }, { index: number; length: number }]
    const to = last.index + last.length
    made += line.slice(from, first.index) + ' '.repeat(to - first.index)
    from = to
    at = end
  }
  return made + line.slice(from)
}
