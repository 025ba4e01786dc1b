import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { DomainError } from '../core/errors.ts'
import { prefers } from './request.ts'

type FieldPath = readonly (string | number)[]

type Schema = z.core.$ZodType

/** Enough for a client to see its mistake, and few enough to keep the response short. */
const MAX_PATHS = 50
const MAX_HEADER_CHARS = 1_000
const MAX_SEGMENT_CHARS = 64
/** Deeper than any schema; only recursive schemas could go further. */
const MAX_DEPTH = 40

/**
 * The paths of a body that no schema of the operation reads, such as a misspelled field. `overridden` are
 * fields that the path sets, so that a body cannot. The cost is linear in the part of the body that the
 * schema describes.
 */
export function ignoredFields(schema: Schema, body: object, overridden: object = {}): FieldPath[] {
  const paths: FieldPath[] = []
  visit([schema], body, [], paths, overridden)
  return paths
}

function visit(
  schemas: readonly Schema[],
  value: unknown,
  path: FieldPath,
  paths: FieldPath[],
  overridden: object = {},
): void {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return
  const described = schemas.flatMap((schema) => expand(schema, value))
  if (described.some(isOpen)) return
  if (Array.isArray(value)) {
    const elements = described.flatMap(({ _zod: { def } }) =>
      def.type === 'array' ? [(def as z.core.$ZodArrayDef).element] : [],
    )
    for (let index = 0; index < value.length && paths.length < MAX_PATHS; index++) {
      if (elements.length > 0) visit(elements, value[index], [...path, index], paths)
    }
    return
  }
  // Validation rejects a value of another type than the schema's.
  if (!described.some(({ _zod: { def } }) => def.type === 'object' || def.type === 'record')) return
  for (const [key, entry] of Object.entries(value)) {
    if (paths.length >= MAX_PATHS) return
    const known = Object.hasOwn(overridden, key) ? [] : described.flatMap((schema) => fieldOf(schema, key))
    if (known.length === 0) paths.push([...path, key])
    else visit(known, entry, [...path, key], paths)
  }
}

/** The schema of a field of an object or a record; none when the field is not read. */
function fieldOf({ _zod: { def } }: Schema, key: string): Schema[] {
  if (def.type === 'record') return [(def as z.core.$ZodRecordDef).valueType]
  if (def.type !== 'object') return []
  const { shape, catchall } = def as z.core.$ZodObjectDef
  const field = Object.hasOwn(shape, key) ? shape[key] : undefined
  if (field) return [field]
  return catchall && catchall._zod.def.type !== 'never' ? [catchall] : []
}

/** Schemas that accept any value, and custom code that reads a value: nothing below them is ignored. */
const OPEN = new Set(['unknown', 'any', 'custom', 'transform'])

const isOpen = ({ _zod: { def } }: Schema) => OPEN.has(def.type)

/** Replaces wrappers by the wrapped schema, and unions by the options that match the value. */
function expand(schema: Schema, value: object): Schema[] {
  const { def } = schema._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return expand((def as z.core.$ZodOptionalDef).innerType, value)
    case 'lazy':
      return expand((def as z.core.$ZodLazyDef).getter(), value)
    case 'pipe': {
      const { in: input, out } = def as z.core.$ZodPipeDef
      // For a preprocessing step, the schema behind it describes the fields.
      return expand(isOpen(input) ? out : input, value)
    }
    case 'intersection': {
      const { left, right } = def as z.core.$ZodIntersectionDef
      return [...expand(left, value), ...expand(right, value)]
    }
    case 'union':
      return membersOf(def as z.core.$ZodDiscriminatedUnionDef, value).flatMap((member) =>
        expand(member, value),
      )
    default:
      return [schema]
  }
}

function membersOf(
  { options, discriminator }: z.core.$ZodDiscriminatedUnionDef,
  value: object,
): readonly Schema[] {
  if (discriminator === undefined) return options
  const tag = (value as Record<string, z.core.util.Primitive>)[discriminator]
  return options.filter((option) => option._zod.propValues?.[discriminator]?.has(tag as never))
}

/** The value of `X-Ignored-Fields`: paths joined by dots, in characters that a header can hold. */
export function ignoredFieldsHeader(paths: readonly FieldPath[]): string {
  let header = ''
  for (const path of paths) {
    const text = path.map((part) => encodeURIComponent(wellFormed(String(part)))).join('.')
    if (header.length + text.length > MAX_HEADER_CHARS) return `${header}, ...`.replace(/^, /, '')
    header += header === '' ? text : `, ${text}`
  }
  return paths.length >= MAX_PATHS ? `${header}, ...` : header
}

/** An unpaired surrogate cannot be encoded. */
const wellFormed = (text: string) => text.slice(0, MAX_SEGMENT_CHARS).replace(/\p{Surrogate}/gu, '\ufffd')

function refuseIgnored(paths: readonly FieldPath[]): never {
  const [first = []] = paths
  throw new DomainError(
    'invalid_input',
    `${first.join('.')}: is not a field of this operation. Remove it, or omit "Prefer: handling=strict".`,
    paths.map((path) => ({ path: [...path], message: 'is not a field of this operation' })),
  )
}

const STRICT = /^handling="?strict"?$/i

/**
 * Lists the fields of a body that are not read in `X-Ignored-Fields`: clients send fields of other versions
 * of the API, so they are accepted. A client that requests strict handling gets 400 instead, before
 * anything is done.
 */
export function reportIgnoredFields(
  request: FastifyRequest,
  reply: FastifyReply,
  { schema, body, decided }: { schema: Schema; body: object; decided: object },
): void {
  // A read has no body, so the preference does not apply to it.
  if (request.method === 'GET' || request.method === 'HEAD') return
  const paths = ignoredFields(schema, body, decided)
  const isStrict = prefers(request.headers.prefer, STRICT)
  if (isStrict) reply.header('Preference-Applied', 'handling=strict')
  if (paths.length === 0) return
  reply.header('X-Ignored-Fields', ignoredFieldsHeader(paths))
  if (isStrict) refuseIgnored(paths)
}
