import { LineCounter, parseDocument } from 'yaml'
import { lineOf, type Path } from './lines.ts'
import { type SourceProblem, unreadable } from './problems.ts'

/** Uses of anchors, multiplied by the anchors that they contain. */
const MAX_ALIASES = 10_000

/** A document of a spec: what was read, and where it came from. */
export interface SpecDocument {
  /** Its name in the file system of the version. */
  name: string
  /** The complete URL; null for a text. */
  url: string | null
  value: unknown
  /** The line of the value at a path. */
  lineOf(path: Path): number
}

/** Reads JSON or YAML. Throws a problem with its line. */
export function readDocument(name: string, url: string | null, bytes: Uint8Array): SpecDocument {
  const text = decode(name, bytes)
  const json = /^\s*[{[]/.test(text) ? readJson(text) : undefined
  const value = json === undefined ? readYaml(name, text) : json.value
  if (typeof value !== 'object' || value === null) {
    throw unreadable(`${name} is neither a JSON object nor a YAML map, so it is not an OpenAPI document.`)
  }
  return { name, url, value, lineOf: (path) => lineOf(text, json !== undefined, path) }
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(`${name} is not text in UTF-8. Save it in this encoding.`)
  }
}

/** Undefined for text that is not JSON: a YAML document can begin with a bracket as well. */
function readJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function readYaml(name: string, text: string): unknown {
  const lines = new LineCounter()
  // Repeated keys are compared here: the parser compares each with all before it.
  const document = parseDocument(text, {
    uniqueKeys: false,
    lineCounter: lines,
    logLevel: 'silent',
    prettyErrors: false,
    merge: true,
  })
  const [error] = document.errors
  if (error) throw unreadable(`${name}: ${error.message}`, lines.linePos(error.pos[0]).line)
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown
  } catch (error) {
    throw aliasProblem(name, error)
  }
}

function aliasProblem(name: string, error: unknown): SourceProblem {
  const isBomb = error instanceof Error && error.message.includes('alias count')
  return unreadable(
    isBomb
      ? `${name}: its aliases repeat more than ${MAX_ALIASES} values. Use $ref instead.`
      : `${name}: ${error instanceof Error ? error.message : String(error)}`,
  )
}
