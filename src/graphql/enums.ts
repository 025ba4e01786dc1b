import type { EnumRef } from '@pothos/core'
import type { z } from 'zod'
import { builder, type Types } from './builder.ts'

type AnyEnum = z.ZodEnum<Record<string, string>>
type Ref<Value> = EnumRef<Types, Value, Value>

const refs = new Map<z.ZodType, Ref<string>>()

/** The only mapping between stored values and GraphQL's: `changes-requested` is `CHANGES_REQUESTED`, `joinedAt` is `JOINED_AT`. */
export const enumName = (value: string) =>
  value
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')

/** Gives a zod enum its GraphQL name; input types made from schemas that use it find it by itself. */
export function graphqlEnum<Schema extends AnyEnum>(
  name: string,
  schema: Schema,
  description: string,
): Ref<z.output<Schema>> {
  const ref = builder.enumType(name, {
    description,
    values: Object.fromEntries(schema.options.map((value) => [enumName(value), { value }])),
  })
  refs.set(schema, ref as unknown as Ref<string>)
  return ref as unknown as Ref<z.output<Schema>>
}

export function enumRefOf(schema: z.ZodType): Ref<string> {
  const ref = refs.get(schema)
  if (!ref)
    throw new Error(`This enum has no GraphQL name yet: ${JSON.stringify((schema as AnyEnum).options)}`)
  return ref
}
