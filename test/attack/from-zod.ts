import type { z } from 'zod'
import type { Random } from './random.ts'

/** Returns an id for a field by its name. */
export type IdFor = (field: string) => string

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
  out?: z.ZodType
  valueType?: z.ZodType
  values?: unknown[]
  entries?: Record<string, unknown>
}

const TEXTS = [
  'text',
  'Some Words',
  'a',
  'example.com',
  '# Title\n\nText with [a link](/x).',
  '😀',
  '1',
  'http://127.0.0.1:9/a',
  'a@example.com',
  '2026-11-15T09:30:00.000Z',
  'name.txt',
  'aGVsbG8=',
  'en',
]
const NUMBERS = [0, 1, 2, 10, 50]

const accepted = new WeakMap<z.ZodType, readonly unknown[]>()

/** The candidates that a schema accepts, or all of them if it accepts none. */
function acceptedBy(schema: z.ZodType, candidates: readonly unknown[]): readonly unknown[] {
  const known = accepted.get(schema)
  if (known) return known
  const good = candidates.filter((candidate) => schema.safeParse(candidate).success)
  const kept = good.length > 0 ? good : candidates
  accepted.set(schema, kept)
  return kept
}

/** A value that a schema accepts, or nearly: the domain has rules that are not in the schemas. */
export function valueFrom(random: Random, schema: z.ZodType, field: string, idFor: IdFor): unknown {
  const of = (inner: z.ZodType | undefined, name = field) =>
    inner === undefined ? null : valueFrom(random, inner, name, idFor)
  const definition = schema._zod.def as unknown as Definition
  switch (definition.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape ?? {}).flatMap(([name, inner]) => {
          const value = of(inner, name)
          return value === undefined ? [] : [[name, value]]
        }),
      )
    case 'array':
      return Array.from({ length: 1 + random.below(3) }, () => of(definition.element))
    case 'optional':
    case 'default':
      return random.chance(0.5) ? undefined : of(definition.innerType)
    case 'nullable':
      return random.chance(0.1) ? null : of(definition.innerType)
    case 'union':
      return of(random.pick(definition.options ?? []))
    case 'pipe':
      return of(
        (definition.in?._zod.def as Definition | undefined)?.type === 'transform'
          ? definition.out
          : definition.in,
      )
    case 'record':
      return { name: of(definition.valueType) }
    case 'enum':
      return random.pick(Object.values(definition.entries ?? {}))
    case 'literal':
      return definition.values?.[0]
    case 'boolean':
      return random.chance(0.5)
    case 'number':
      return random.pick(acceptedBy(schema, NUMBERS))
    case 'string':
      return schema.meta()?.scalar === 'ID' ? idFor(field) : random.pick(acceptedBy(schema, TEXTS))
    default:
      return random.pick([{ object: 'document', nodes: [] }, { a: [1, 'b'] }, 'text', 1])
  }
}
