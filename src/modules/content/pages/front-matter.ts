import { type Document, isMap, parseDocument } from 'yaml'

export interface SplitSource {
  /** The text between the fences, its last line ended; null without front matter. */
  frontMatter: string | null
  body: string
  /** Where the body begins in the source. */
  bodyStart: number
}

export interface FrontMatterProblem {
  message: string
  /** Counts from 1 within the text between the fences. */
  line: number
}

export type FrontMatter = { values: Record<string, unknown> } | { error: FrontMatterProblem }

/** A page's settings are a few lines; more is a mistake or an attack. */
const MOST_CHARACTERS = 16 * 1024
const MOST_ALIASES = 50
const MOST_MESSAGE = 120
const MOST_BRACKETS = 500
// The parser calls itself for every level, and an engine that runs out of stack within it can end the process: what
// nests without indenting is bounded before it is parsed. Indenting bounds itself by the length of its lines.
const MOST_MARKS_IN_LINE = 40
const OPENING = /^\uFEFF?---[ \t]*\r?\n/
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m

/** Takes a page's source apart at the fences of its front matter. */
export function splitSource(markdown: string): SplitSource {
  const opening = OPENING.exec(markdown)?.[0]
  if (opening === undefined) return { frontMatter: null, body: markdown, bodyStart: 0 }
  const rest = markdown.slice(opening.length)
  const closing = CLOSING.exec(rest)
  if (!closing) return { frontMatter: null, body: markdown, bodyStart: 0 }
  const bodyStart = opening.length + closing.index + closing[0].length
  return { frontMatter: rest.slice(0, closing.index), body: markdown.slice(bodyStart), bodyStart }
}

/** The settings that front matter holds, or what is wrong with it and where. */
export function readFrontMatter(text: string): FrontMatter {
  const parsed = parseFrontMatter(text)
  return 'error' in parsed ? parsed : { values: parsed.values }
}

export interface ParsedFrontMatter {
  document: Document
  values: Record<string, unknown>
}

export function parseFrontMatter(text: string): ParsedFrontMatter | { error: FrontMatterProblem } {
  if (text.length > MOST_CHARACTERS)
    return { error: { message: `Front matter is longer than ${MOST_CHARACTERS} characters.`, line: 1 } }
  if (isNestedTooDeep(text)) return { error: { message: 'Front matter is nested too deep.', line: 1 } }
  try {
    const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true, logLevel: 'error' })
    const [error] = document.errors
    if (error) return { error: { message: said(error), line: error.linePos?.[0].line ?? 1 } }
    if (document.contents === null) return { document, values: {} }
    if (!isMap(document.contents))
      return { error: { message: 'Front matter must be a map of keys and values.', line: 1 } }
    // The check above is what the library's types leave open.
    const values = document.toJS({ maxAliasCount: MOST_ALIASES }) as Record<string, unknown>
    return { document, values }
  } catch (error) {
    // Too many aliases, or nested deeper than the stack.
    return { error: { message: said(error), line: 1 } }
  }
}

function isNestedTooDeep(text: string): boolean {
  if ((text.match(/[[{]/g)?.length ?? 0) > MOST_BRACKETS) return true
  return text
    .split('\n')
    .some((line) => (line.match(/(?:^|[ \t])[-?:](?=[ \t])/g)?.length ?? 0) > MOST_MARKS_IN_LINE)
}

/** The first line of the parser's message, without the place: that is told beside it. */
function said(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (message.includes('call stack')) return 'Front matter is nested too deep.'
  return message.replace(/( at line \d+, column \d+)?:?(\n[\s\S]*)?$/, '').slice(0, MOST_MESSAGE)
}
