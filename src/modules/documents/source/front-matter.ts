import { type Document, isMap } from 'yaml'
import { parseYaml, plainValueOf, type YamlProblem } from '../../../platform/yaml.ts'

/** An error in front matter. The line is relative to the text between the fences. */
export type FrontMatterProblem = YamlProblem

type FrontMatter = { values: Record<string, unknown> } | { error: FrontMatterProblem }

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
