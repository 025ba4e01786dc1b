export interface OutlineEntry {
  title: string
  level: number
  /** Counted from 1. */
  line: number
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)/

/** The words of a heading, without the signs that can close it. */
function titleOf(text: string): string {
  const trimmed = text.trimEnd()
  let end = trimmed.length
  while (trimmed[end - 1] === '#') end -= 1
  return end === 0 || trimmed[end - 1] === ' ' ? trimmed.slice(0, end).trimEnd() : trimmed
}

/** The headings of a Markdown text, without those in code and front matter. */
export function outlineOf(text: string): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  let fence = ''
  let isFront = /^---\r?\n/.test(text)
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/\r$/, '')
    if (isFront) {
      if (index > 0 && line === '---') isFront = false
      continue
    }
    const mark = FENCE.exec(line)?.[1]
    if (fence !== '') {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = ''
    } else if (mark !== undefined) fence = mark
    else {
      const [, signs = '', text = ''] = HEADING.exec(line) ?? []
      const title = titleOf(text)
      if (title !== '') entries.push({ title, level: signs.length, line: index + 1 })
    }
  }
  return entries
}

const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu

/** The number of words; in Chinese and Japanese, of characters. */
export function wordsIn(text: string): number {
  let words = 0
  for (const _ of text.matchAll(WORD)) words += 1
  return words
}
