import {
  type Document,
  type DocumentOptions,
  isMap,
  isScalar,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  visit,
} from 'yaml'

export interface YamlLimits {
  characters: number
  /** Entries of maps and lists together. */
  entries: number
  aliases: number
}

/** A problem of a text before or while it is parsed. */
export interface YamlProblem {
  message: string
  /** Counts from 1. */
  line: number
}

/** Front matter or a table of contents: a few lines. */
export const settingsLimits: YamlLimits = { characters: 16 * 1024, entries: 500, aliases: 50 }

// The parser is recursive, and a stack overflow within it can end the process: nesting without indentation
// is limited before it is parsed. Nesting by indentation is limited by the length of lines.
const maxBrackets = 500
const maxMarksInLine = 40
const maxMessage = 120

/**
 * The only parser for YAML from callers. Size and nesting are limited before the parser runs; keys are
 * compared here, because the parser compares each with all before it.
 */
export function parseYaml(
  text: string,
  limits: YamlLimits = settingsLimits,
  options: ParseOptions & DocumentOptions & SchemaOptions = {},
): { document: Document } | { error: YamlProblem } {
  if (text.length > limits.characters) {
    return { error: { message: `The YAML is longer than ${limits.characters} characters.`, line: 1 } }
  }
  if (isNestedTooDeep(text)) return { error: { message: 'The YAML is nested too deeply.', line: 1 } }
  const lines = text.split('\n').length
  if (lines + (text.match(/[,{[?]/g)?.length ?? 0) > limits.entries) {
    return { error: { message: `The YAML has more than ${limits.entries} entries.`, line: 1 } }
  }
  // An alias is looked up in everything before it.
  if ((text.match(/(?:^|[\s,[{])\*[\w-]/g)?.length ?? 0) > limits.aliases) {
    return { error: { message: `The YAML has more than ${limits.aliases} aliases.`, line: 1 } }
  }
  try {
    const document = parseDocument(text, {
      ...options,
      uniqueKeys: false,
      prettyErrors: true,
      logLevel: 'error',
    })
    const [error] = document.errors
    if (error) return { error: { message: messageOf(error), line: error.linePos?.[0].line ?? 1 } }
    const repeated = firstRepeatedKey(document)
    if (repeated !== undefined) {
      return { error: { message: 'Map keys must be unique', line: lineAt(text, repeated) } }
    }
    return { document: document as Document }
  } catch (error) {
    return { error: { message: messageOf(error), line: 1 } }
  }
}

/** The plain value of YAML, or its problem. */
export function readYaml(
  text: string,
  limits: YamlLimits = settingsLimits,
): { value: unknown } | { error: YamlProblem } {
  const parsed = parseYaml(text, limits)
  return 'error' in parsed ? parsed : plainValueOf(parsed.document, limits)
}

/** The plain value of a parsed document; aliases that repeat too much are a problem. */
export function plainValueOf(
  document: Document,
  limits: YamlLimits = settingsLimits,
): { value: unknown } | { error: YamlProblem } {
  try {
    return { value: document.toJS({ maxAliasCount: limits.aliases }) as unknown }
  } catch (error) {
    return { error: { message: messageOf(error), line: 1 } }
  }
}

/** The position of a duplicate key in a map; only scalar keys are compared. */
function firstRepeatedKey(document: Document.Parsed): number | undefined {
  let found: number | undefined
  visit(document, {
    Map: (_key, map) => {
      const seen = new Set<unknown>()
      for (const { key } of isMap(map) ? map.items : []) {
        if (!isScalar(key) || key.value === '<<') continue
        if (seen.has(key.value)) {
          found = key.range?.[0] ?? 0
          return visit.BREAK
        }
        seen.add(key.value)
      }
      return undefined
    },
  })
  return found
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

function isNestedTooDeep(text: string): boolean {
  if ((text.match(/[[{]/g)?.length ?? 0) > maxBrackets) return true
  return text
    .split('\n')
    .some((line) => (line.match(/(?:^|[ \t])[-?:](?=[ \t])/g)?.length ?? 0) > maxMarksInLine)
}

/** The first line of the parser's message, without the position, which is reported separately. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (message.includes('call stack')) return 'The YAML is nested too deeply.'
  return message.replace(/( at line \d+, column \d+)?:?(\n[\s\S]*)?$/, '').slice(0, maxMessage)
}
