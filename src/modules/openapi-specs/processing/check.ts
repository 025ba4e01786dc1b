import { dereference, validate } from '@readme/openapi-parser'
import { type Path, pathAtLine } from './lines.ts'
import { matchesSchema } from './matches-schema.ts'
import { SourceProblem, unreadable } from './problems.ts'
import type { SpecDocument } from './read-document.ts'
import { isObject, refOf, splitReference } from './references.ts'
import { requireExpandable } from './require-expandable.ts'

type Json = Record<string, unknown>

/** Rules beyond the schema of OpenAPI, which many documents in use break. */
const LENIENT = [
  'array-without-items',
  'duplicate-non-request-body-parameters',
  'duplicate-operation-id',
  'invalid-security-scheme-properties',
  'non-optional-path-parameters',
  'path-parameters-not-in-parameters',
  'path-parameters-not-in-path',
  'unknown-required-schema-property',
]
const rules = Object.fromEntries(LENIENT.map((rule) => [rule, 'warning' as const]))

const resolve = { external: false, file: false }

/** Checks the bundle against the schema of its version of OpenAPI. The parser fetches nothing by itself. */
export async function check(bundle: Json, entry: SpecDocument): Promise<void> {
  requireVersion(bundle, entry)
  requireExpandable(bundle, entry)
  if (await isValid(bundle)) return
  const resolved = copyFor(bundle)
  const result = await validate(resolved as never, {
    resolve,
    validate: { rules: { openapi: rules, swagger: rules } },
  }).catch((error: unknown) => {
    throw unreadable(`${entry.name}: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (result.valid) return
  const printed = lazily(() => JSON.stringify(resolved, null, 2))
  const problems = result.errors.map(({ message }) => problemOf(message, { printed, bundle, entry }))
  throw new SourceProblem('PARSE_ERROR', ...problems)
}

/** Whether the parser would find no problem. It is given all other documents, for its messages. */
async function isValid(bundle: Json): Promise<boolean> {
  try {
    const options = { resolve, dereference: { circular: 'ignore' as const } }
    return matchesSchema((await dereference(copyFor(bundle) as never, options)) as Json)
  } catch {
    return false
  }
}

/** The parser replaces references in the object that it is given. */
function copyFor(bundle: Json): Json {
  const copy = structuredClone(bundle)
  removePathExtensions(copy)
  return copy
}

/** Extensions are allowed among the paths, but the parser takes them for paths. */
function removePathExtensions({ paths }: Json): void {
  if (!isObject(paths)) return
  for (const key of Object.keys(paths)) if (key.startsWith('x-')) delete paths[key]
}

function requireVersion(bundle: Json, entry: SpecDocument): void {
  const { swagger, openapi } = bundle
  // An object of the document can have a `toString` that is no function.
  const text = (version: unknown) => (isObject(version) ? '' : String(version))
  if (text(swagger) === '2.0' || /^3\.[01](\.|$)/.test(text(openapi))) return
  const stated = openapi ?? swagger
  const key = openapi === undefined ? 'swagger' : 'openapi'
  throw unreadable(
    stated === undefined
      ? `${entry.name} has neither "openapi" nor "swagger", so it is not an OpenAPI document.`
      : `${entry.name} has the version ${JSON.stringify(stated)?.slice(0, 40)}. Swagger 2.0, OpenAPI 3.0 and OpenAPI 3.1 are supported.`,
    stated === undefined ? 1 : entry.lineOf([key]),
  )
}

interface Context {
  printed: () => string
  bundle: Json
  entry: SpecDocument
}

/** The parser reports a position in the document that it printed; it is traced back to the source. */
function problemOf(message: string, { printed, bundle, entry }: Context) {
  const [first = ''] = message.split('\n', 1)
  const at = /^> *(\d+) \|/m.exec(message)?.[1]
  const text = first.replace(/^[A-Z ]+ (?=[a-z])/, '')
  if (at === undefined) return { message: `${entry.name}: ${text}`, line: 1 }
  const path = sourcePath(bundle, pathAtLine(printed(), Number(at)))
  return { message: `${path.join(' › ') || entry.name}: ${text}`, line: entry.lineOf(path) }
}

/** The path in the bundle of a path in the resolved document. */
function sourcePath(bundle: Json, resolved: Path): Path {
  let value: unknown = bundle
  let path: (string | number)[] = []
  for (const token of resolved) {
    for (let hops = 0; refOf(value) !== undefined && hops < 100; hops += 1) {
      path = splitReference(refOf(value) ?? '').pointer
      value = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), bundle)
    }
    path = [...path, token]
    value = isObject(value) ? (value as Json)[token] : undefined
  }
  return path
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
