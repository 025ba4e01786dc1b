import { z } from 'zod'
import type { Kind } from './ids.ts'

/** The GraphQL scalar of a string that is not just text; input types are made from these schemas. */
export interface FieldMeta {
  scalar?: 'ID' | 'DateTime' | 'URL' | 'JSON'
  description?: string
  /**
   * On an object of which exactly one field is given. A string names the field that says which one: GraphQL needs none,
   * since its input has `@oneOf`.
   */
  exactlyOne?: true | string
  [key: string]: unknown
}

/** An id as callers send it. Only its form is checked here: whether it names something visible is for the operation. */
export function idField(kind: Kind, description: string) {
  return z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, `Send the id of a ${kind}.`)
    .meta({ scalar: 'ID', description } satisfies FieldMeta)
}

/** A time in an answer of the REST API: ISO 8601 with milliseconds, in UTC. */
export const Timestamp = z.string().meta({ format: 'date-time' })

/** An enum whose values are known only once all modules are declared. */
export function lazyEnum<Value extends string>(values: () => readonly Value[]): LazyEnum<Value> {
  return z.lazy(() => z.enum(values() as [Value, ...Value[]])) as LazyEnum<Value>
}

export type LazyEnum<Value extends string> = z.ZodLazy<z.ZodEnum<{ [V in Value]: V }>>

export const Order = z.enum(['asc', 'desc'])

/** The form in which content is given back. */
export const Format = z.enum(['markdown', 'document'])
export type Format = z.infer<typeof Format>

/** Markdown as it is written: kept to the letter, so only emptiness and size are checked. */
export const Markdown = z
  .string()
  .max(100_000)
  .refine((text) => text.trim().length > 0, 'Write something: the text is empty.')
