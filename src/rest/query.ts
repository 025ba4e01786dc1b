import { z } from 'zod'

type QueryValue = string | string[] | undefined

/** Unwraps optional, nullable and default schemas. */
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
 * Converts query strings to the types of the operation's input. Values that do not fit are passed on
 * unchanged, so that the validation behind both APIs rejects them with its own message.
 */
export function typedQuery(schema: z.ZodType, query: Record<string, QueryValue>): Record<string, unknown> {
  const object = schema instanceof z.ZodPipe ? schema.in : schema
  const shape: Record<string, unknown> = object instanceof z.ZodObject ? object.shape : {}
  const typed: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(query)) {
    typed[name] = Object.hasOwn(shape, name) ? coerce(shape[name], query[name]) : query[name]
  }
  return typed
}
