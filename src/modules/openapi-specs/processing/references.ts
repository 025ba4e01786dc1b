import type { Path } from './lines.ts'
import { unreadable } from './problems.ts'
import type { SpecDocument } from './read-document.ts'

/** The depth of a document. Functions that walk it are recursive. */
const MAX_DEPTH = 500

/** A `$ref` and its place in a document. */
export interface Reference {
  ref: string
  path: Path
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The `$ref` of a value, if it is a reference. */
export function refOf(value: unknown): string | undefined {
  if (!isObject(value) || Array.isArray(value) || !Object.hasOwn(value, '$ref')) return undefined
  return typeof value.$ref === 'string' ? value.$ref : undefined
}

/**
 * All references of a document. Throws if it is nested too deeply, contains itself, or has a key that objects cannot
 * have.
 */
export function referencesIn(document: SpecDocument): Reference[] {
  const found: Reference[] = []
  const seen = new Set<object>()
  /** The value that is visited, and those around it. */
  const ancestors = new Set<object>()
  const visit = (value: unknown, path: (string | number)[]): void => {
    if (!isObject(value)) return
    if (ancestors.has(value)) {
      throw unreadable(
        `${document.name} contains itself: an alias is inside the value that it names. Use $ref instead.`,
        document.lineOf(path),
      )
    }
    // Anchors make several places share a value.
    if (seen.has(value)) return
    seen.add(value)
    ancestors.add(value)
    if (path.length > MAX_DEPTH) {
      throw unreadable(
        `${document.name} is nested too deeply: at most ${MAX_DEPTH} levels are allowed.`,
        document.lineOf(path.slice(0, MAX_DEPTH)),
      )
    }
    const ref = refOf(value)
    if (ref !== undefined) found.push({ ref, path: [...path] })
    for (const key of Object.keys(value)) {
      if (key === '__proto__') {
        throw unreadable(
          `${document.name} has the key __proto__, which is not allowed.`,
          document.lineOf(path),
        )
      }
      path.push(Array.isArray(value) ? Number(key) : key)
      visit(value[key], path)
      path.pop()
    }
    ancestors.delete(value)
  }
  visit(document.value, [])
  return found
}

/** The part of a reference before `#`, and the tokens of its pointer. */
export function splitReference(ref: string): { file: string; pointer: string[] } {
  const [file = '', fragment = ''] = ref.split('#', 2)
  return { file, pointer: pointerTokens(fragment) }
}

function pointerTokens(fragment: string): string[] {
  if (fragment === '' || fragment === '/') return []
  return fragment
    .replace(/^\//, '')
    .split('/')
    .map((token) => decoded(token).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

export const pointerOf = (path: Path): string =>
  path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
