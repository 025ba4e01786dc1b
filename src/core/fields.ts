import { z } from 'zod'
import type { Kind } from './ids.ts'
import { mustBe } from './input-errors.ts'

/** Metadata of a schema, which GraphQL input types are derived from: the scalar of a string that is not just text. */
export interface FieldMeta {
  scalar?: 'ID' | 'DateTime' | 'URL' | 'JSON'
  /** The scalar of an input, where it can also be something else than what is returned. */
  inputScalar?: 'String'
  description?: string
  /**
   * For an object of which exactly one field is given. A string is the name of the field that selects it. GraphQL does not
   * need it, because its input has `@oneOf`.
   */
  exactlyOne?: true | string
  [key: string]: unknown
}

/** An id in an input. Only its format is checked here; the operation checks whether the caller can see the resource. */
export function idField(kind: Kind, description: string) {
  return z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, { error: mustBe(`the id of a ${kind}`) })
    .meta({ scalar: 'ID', description } satisfies FieldMeta)
}

/** Addresses are not case-sensitive: they are stored in lower case, so that each names one account. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(
    /^[^\s@"<>(),:;[\]\\]{1,64}@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$/,
    { error: mustBe('an e-mail address') },
  )

/** A time in a REST response: ISO 8601 with milliseconds, in UTC. */
export const Timestamp = z.string().meta({ format: 'date-time' })

/** A time in an input, with its offset from UTC. */
export const timeField = (description: string) =>
  z.iso
    .datetime({ offset: true, error: mustBe('a time such as 2026-01-31T12:00:00Z') })
    .meta({ scalar: 'DateTime', description } satisfies FieldMeta)

/** An enum whose values are known only once all modules are declared. */
export function lazyEnum<Value extends string>(values: () => readonly Value[]): LazyEnum<Value> {
  return z.lazy(() => z.enum(values() as [Value, ...Value[]])) as LazyEnum<Value>
}

type LazyEnum<Value extends string> = z.ZodLazy<z.ZodEnum<{ [V in Value]: V }>>

export const Order = z.enum(['asc', 'desc'])

/** The format in which content is returned. */
export const Format = z.enum(['markdown', 'document'])
export type Format = z.infer<typeof Format>

/** Markdown, which is stored unchanged: only its size is checked, and that it is not blank. */
export const Markdown = z
  .string()
  .max(100_000)
  .refine((text) => text.trim().length > 0, 'must not be empty')
