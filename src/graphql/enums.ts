import type { EnumRef } from '@pothos/core'
import { z } from 'zod'
import { separateWords } from '../core/separate-words.ts'
import { builder, type Types } from './builder.ts'

type PlainEnum = z.ZodEnum<Record<string, string>>
type AnyEnum = PlainEnum | z.ZodLazy<PlainEnum>
type Ref<Value> = EnumRef<Types, Value, Value>

const refs = new Map<z.ZodType, Ref<string>>()

/**
 * The only mapping between stored values and GraphQL's: `changes-requested` is `CHANGES_REQUESTED`,
 * `joinedAt` is `JOINED_AT`, and `OpenAPISpec` is `OPEN_API_SPEC`.
 */
export const enumName = (value: string) =>
  separateWords(value, '_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')

/** Enums whose values come from all modules; they are filled in just before the schema is built. */
const lazy: (() => void)[] = []

const valuesOf = (schema: PlainEnum, descriptions: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    schema.options.map((value) => [enumName(value), { value, description: descriptions[value] ?? '' }]),
  )

/**
 * The description of each value. For an enum that all modules extend, it is known when the schema is built.
 */
type Descriptions<Schema extends AnyEnum> = Schema extends PlainEnum
  ? Readonly<Record<z.output<Schema>, string>>
  : () => Readonly<Record<string, string>>

/** Fills the enums whose values are known once all modules are declared. */
export function completeEnums(): void {
  for (const complete of lazy.splice(0)) complete()
}

/**
 * Sets the GraphQL name of a zod enum; input types derived from schemas that use it find it automatically.
 */
export function graphqlEnum<Schema extends AnyEnum>(
  name: string,
  schema: Schema,
  description: string,
  descriptions: Descriptions<Schema>,
): Ref<z.output<Schema>> {
  const isLazy = schema instanceof z.ZodLazy
  const values = () =>
    valuesOf(
      isLazy ? schema.unwrap() : schema,
      typeof descriptions === 'function' ? descriptions() : descriptions,
    )
  const ref = builder.enumType(name, { description, values: isLazy ? {} : values() })
  if (isLazy) lazy.push(() => ref.updateConfig((config) => ({ ...config, values: values() })))
  refs.set(schema, ref as unknown as Ref<string>)
  return ref as unknown as Ref<z.output<Schema>>
}

export function enumRefOf(schema: z.ZodType): Ref<string> {
  const ref = refs.get(schema)
  if (!ref)
    throw new Error(`This enum has no GraphQL name yet: ${JSON.stringify((schema as PlainEnum).options)}`)
  return ref
}
