import { proseLines } from './lines-of.ts'

export interface OutlineEntry {
  title: string
  level: number
  /** Counted from 1. */
  line: number
}

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
  for (const { text: line, number } of proseLines(text)) {
    const [, signs = '', words = ''] = HEADING.exec(line) ?? []
    const title = titleOf(words)
    if (title !== '') entries.push({ title, level: signs.length, line: number })
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
