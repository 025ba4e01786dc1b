import { z } from 'zod'

type QueryValue = string | string[] | undefined

/** Looks through optional, nullable and default wrappers at what a schema really asks for. */
function innermost(schema: unknown): unknown {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap()
  }
  return inner
}

function coerce(schema: unknown, value: QueryValue): unknown {
  const inner = innermost(schema)
  if (inner instanceof z.ZodArray) {
    const values = Array.isArray(value) ? value : [value]
    return values.map((entry) => coerce(inner.element, entry))
  }
  if (typeof value !== 'string') return value
  if (inner instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (inner instanceof z.ZodBoolean && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/**
 * Gives query strings the types that the operation's input asks for. What does not fit is passed on as it is, so that
 * the one validation behind both APIs refuses it with its own message.
 */
export function typedQuery(schema: z.ZodType, query: Record<string, QueryValue>): Record<string, unknown> {
  const object = schema instanceof z.ZodPipe ? schema.in : schema
  const shape: Record<string, unknown> = object instanceof z.ZodObject ? object.shape : {}
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, name in shape ? coerce(shape[name], value) : value]),
  )
}
