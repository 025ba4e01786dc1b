import { type Document, isMap } from 'yaml'
import { parseYaml, plainValueOf, type YamlProblem } from '../../../platform/yaml.ts'

interface SplitSource {
  /** The text between the fences, ending with a line break. Null without front matter. */
  frontMatter: string | null
  body: string
  /** The offset of the body in the source. */
  bodyStart: number
}

/** An error in front matter. The line is relative to the text between the fences. */
export type FrontMatterProblem = YamlProblem

type FrontMatter = { values: Record<string, unknown> } | { error: FrontMatterProblem }

const OPENING = /^\uFEFF?---[ \t]*\r?\n/
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m

/** Splits the source of a page into front matter and body. */
export function splitSource(markdown: string): SplitSource {
  const opening = OPENING.exec(markdown)?.[0]
  if (opening === undefined) return { frontMatter: null, body: markdown, bodyStart: 0 }
  const rest = markdown.slice(opening.length)
  const closing = CLOSING.exec(rest)
  if (!closing) return { frontMatter: null, body: markdown, bodyStart: 0 }
  const bodyStart = opening.length + closing.index + closing[0].length
  return { frontMatter: rest.slice(0, closing.index), body: markdown.slice(bodyStart), bodyStart }
}

/** Parses front matter. Returns the settings, or the error and its line. */
export function readFrontMatter(text: string): FrontMatter {
  // Most pages have none, and the parser takes longer for nothing than the rest of a page takes.
  if (text === '') return { values: {} }
  const parsed = parseFrontMatter(text)
  return 'error' in parsed ? parsed : { values: parsed.values }
}

interface ParsedFrontMatter {
  document: Document
  values: Record<string, unknown>
}

export function parseFrontMatter(text: string): ParsedFrontMatter | { error: FrontMatterProblem } {
  const parsed = parseYaml(text)
  if ('error' in parsed) return { error: named(parsed.error) }
  const { document } = parsed
  if (document.contents === null) return { document, values: {} }
  if (!isMap(document.contents))
    return { error: { message: 'Front matter must be a map of keys and values.', line: 1 } }
  const read = plainValueOf(document)
  if ('error' in read) return { error: named(read.error) }
  // Guaranteed by the check above; the types of the library are wider.
  return { document, values: read.value as Record<string, unknown> }
}

const named = ({ message, line }: FrontMatterProblem): FrontMatterProblem => ({
  message: message.replace(/^It /, 'Front matter '),
  line,
})
