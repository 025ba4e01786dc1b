import type { InputFieldRef, InputRef } from '@pothos/core'
import { z } from 'zod'
import type { FieldMeta } from '../core/fields.ts'
import { builder, type Types } from './builder.ts'
import { enumRefOf } from './enums.ts'

type AnyObject = z.ZodObject<Record<string, z.ZodType>>

interface Unwrapped {
  schema: z.ZodType
  required: boolean
  meta: FieldMeta
  /** The default value in the schema. */
  defaultValue: unknown
}

/** Schemas do not change, and every request with arguments needs their types. */
const unwrapped = new WeakMap<z.ZodType, Unwrapped>()

/** Unwraps a schema to its type, whether it is required, and its description. */
function unwrap(schema: z.ZodType): Unwrapped {
  const known = unwrapped.get(schema)
  if (known) return known
  const result = unwrapLayers(schema)
  unwrapped.set(schema, result)
  return result
}

function unwrapLayers(schema: z.ZodType): Unwrapped {
  let inner = schema
  let required = true
  let meta: FieldMeta = inner.meta() ?? {}
  let defaultValue: unknown
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    required = false
    if (inner instanceof z.ZodDefault) defaultValue ??= inner.def.defaultValue
    inner = inner.unwrap() as z.ZodType
    meta = { ...inner.meta(), ...meta }
  }
  // For a preprocessing step, the type is that of the schema behind it.
  if (inner instanceof z.ZodPipe && inner.in instanceof z.ZodTransform) {
    inner = inner.out as z.ZodType
    meta = { ...inner.meta(), ...meta }
  }
  return { schema: inner, required, meta, defaultValue }
}

const objects = new Map<z.ZodType, InputRef<unknown>>()

type TypeRef = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' | 'DateTime' | 'URL' | 'JSON' | InputRef<unknown>

function typeOf(schema: z.ZodType, meta: FieldMeta): TypeRef | [TypeRef] {
  if (schema instanceof z.ZodArray) {
    const element = unwrap(schema.element as z.ZodType)
    return [typeOf(element.schema, element.meta) as TypeRef]
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return unionInput(schema, meta)
  const scalar = meta.inputScalar ?? meta.scalar
  if (scalar) return scalar
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLazy)
    return enumRefOf(schema) as unknown as InputRef<unknown>
  if (schema instanceof z.ZodBoolean) return 'Boolean'
  if (schema instanceof z.ZodNumber)
    return schema.format === 'safeint' || schema.format === 'int32' ? 'Int' : 'Float'
  if (schema instanceof z.ZodObject) return nestedInput(schema as AnyObject, meta)
  return 'String'
}

function nestedInput(schema: AnyObject, meta: FieldMeta): InputRef<unknown> {
  const known = objects.get(schema)
  if (known) return known
  const own: FieldMeta = schema.meta() ?? {}
  const tag = tagOf(schema)
  if (meta.title === undefined) throw new Error(`This input has no title: ${meta.description}`)
  const ref = inputType(`${meta.title}Input`, schema, {
    description: own.description ?? meta.description ?? '',
    isOneOf: own.exactlyOne !== undefined,
    omit: tag === undefined ? [] : [tag],
  })
  objects.set(schema, ref)
  return ref
}

/** The field of an object that names the field that is given. */
function tagOf(schema: z.ZodType): string | undefined {
  const { exactlyOne }: FieldMeta = schema.meta() ?? {}
  return typeof exactlyOne === 'string' ? exactlyOne : undefined
}

/** The variants of a union, each with the name of its field: `insert_page` is `insertPage`, `site-page` is `sitePage`. */
function variantsOf(union: z.ZodDiscriminatedUnion): Variant[] {
  const known = variants.get(union)
  if (known) return known
  const { discriminator } = union.def
  const found = (union.options as unknown as AnyObject[]).map((schema) => {
    const literal = schema.shape[discriminator] as z.ZodLiteral<string>
    const field = literal.value.replaceAll(/[_-](\w)/g, (_all, letter: string) => letter.toUpperCase())
    return { field, schema, tag: { [discriminator]: literal.value } }
  })
  variants.set(union, found)
  return found
}

interface Variant {
  field: string
  schema: AnyObject
  /** The discriminator of the union. */
  tag: Record<string, string>
}

const variants = new Map<z.ZodType, Variant[]>()

/** A union is an input with one field for each variant, exactly one of which must be set. */
function unionInput(union: z.ZodDiscriminatedUnion, meta: FieldMeta): InputRef<unknown> {
  const known = objects.get(union)
  if (known) return known
  const title = String(meta.title)
  const suffix = title.replace(/^.*(?=[A-Z])/, '')
  const fields = variantsOf(union).map(({ field, schema, tag }) => {
    const name = `${field.charAt(0).toUpperCase()}${field.slice(1)}${suffix}`
    const description = schema.meta()?.description ?? ''
    return { field, description, type: inputType(name, schema, { description, omit: Object.keys(tag) }) }
  })
  const ref = builder.inputType(`${title}Input`, {
    description: meta.description ?? '',
    isOneOf: true,
    fields: (t) =>
      Object.fromEntries(
        fields.map(({ field, type, description }) => [field, t.field({ type, description })]),
      ),
  }) as unknown as InputRef<unknown>
  objects.set(union, ref)
  return ref
}

interface InputOptions {
  description: string
  /** Fields that only a REST path needs. */
  omit?: readonly string[]
  /** Fields that are not part of the operation's input. */
  conditions?: AnyObject
  isOneOf?: boolean
  /** Fields of the input of which exactly one is given: GraphQL takes them as one field with an input of its own. */
  choices?: Choices
}

/** By the name of the field that replaces them. */
export type Choices = Readonly<Record<string, Choice>>

interface Choice {
  /** The name of the input type, which several mutations may share. */
  type: string
  description: string
  /** Names of the operation's input by their names in the choice. */
  fields: Readonly<Record<string, string>>
}

const choiceTypes = new Map<string, InputRef<unknown>>()

function choiceInput({ type, description, fields }: Choice, schema: AnyObject): InputRef<unknown> {
  const known = choiceTypes.get(type)
  if (known) return known
  const shape = Object.fromEntries(
    Object.entries(fields).flatMap(([name, from]) =>
      schema.shape[from] ? [[name, schema.shape[from]]] : [],
    ),
  )
  const ref = inputType(type, z.object(shape), { description, isOneOf: true })
  choiceTypes.set(type, ref)
  return ref
}

const chosenNames = (choices: Choices = {}) =>
  Object.values(choices).flatMap(({ fields }) => Object.values(fields))

/** The input with the fields of its choices where the operation has them. */
export function withoutChoices(
  input: Record<string, unknown>,
  choices: Choices = {},
): Record<string, unknown> {
  const flat = { ...input }
  for (const [name, { fields }] of Object.entries(choices)) {
    const given = Object.entries((flat[name] ?? {}) as Record<string, unknown>)
    delete flat[name]
    for (const [key, value] of given) flat[fields[key] ?? key] = value
  }
  return flat
}

type Fields = Record<string, InputFieldRef<Types, unknown>>

interface FieldBuilder {
  field(options: {
    type: 'String'
    required: false
    description: string | undefined
    defaultValue?: string
  }): unknown
}

function fieldsOf(
  t: FieldBuilder,
  schema: AnyObject,
  omit: readonly string[] = [],
  { isOneOf = false } = {},
): Fields {
  const entries = Object.entries(schema.shape).filter(([key]) => !omit.includes(key))
  return Object.fromEntries(
    entries.map(([key, field]) => {
      const { schema: inner, required, meta, defaultValue } = unwrap(field)
      // The type is known only at run time; the operation's schema checks what comes through.
      const type = typeOf(inner, meta) as 'String'
      const shown = defaultValue === undefined ? {} : { defaultValue: defaultValue as string }
      const isRequired = (required && !isOneOf) as false
      return [key, t.field({ type, required: isRequired, description: meta.description, ...shown })]
    }),
  ) as Fields
}

/** A GraphQL input type with the fields of an operation's schema; the schema remains the only validation. */
export function inputType(name: string, schema: AnyObject, options: InputOptions): InputRef<unknown> {
  const { isOneOf = false, omit = [], choices = {} } = options
  return builder.inputType(name, {
    description: options.description,
    ...(isOneOf ? { isOneOf } : {}),
    fields: (t) => {
      const builder = t as unknown as FieldBuilder
      const choice = (each: Choice) => ({
        type: choiceInput(each, schema) as never,
        required: true as never,
        description: each.description,
      })
      return {
        ...fieldsOf(builder, schema, [...omit, ...chosenNames(choices)], { isOneOf }),
        ...Object.fromEntries(
          Object.entries(choices).map(([name, each]) => [name, builder.field(choice(each))]),
        ),
        ...(options.conditions ? fieldsOf(builder, options.conditions) : {}),
      } as never
    },
  }) as unknown as InputRef<unknown>
}

/** Arguments of a field, from the schema of an operation's input or filters. */
export function argsFrom(schema: z.ZodType, omit: readonly string[] = []): Fields {
  return builder.args(
    (t) => fieldsOf(t as unknown as FieldBuilder, schema as AnyObject, omit) as never,
  ) as Fields
}

/** The same with the types of the arguments: those of the schema, or null. */
export const typedArgsFrom = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) =>
  argsFrom(schema) as { [Name in keyof Shape]: InputFieldRef<Types, z.input<Shape[Name]> | null> }

/**
 * The input of an operation, from GraphQL arguments: nulls are left out, except where the schema accepts
 * null, and the one field of a union becomes its variant.
 */
export function operationInput(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const element = unwrap(schema.element as z.ZodType).schema
    return value.map((entry) => operationInput(element, entry))
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return variantFrom(schema, value)
  if (!(schema instanceof z.ZodObject)) return value
  const shape = schema.shape as Record<string, z.ZodType>
  const given: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const entry = (value as Record<string, unknown>)[key]
    const field = shape[key]
    if (!field || (entry === null && !field.safeParse(null).success)) continue
    const { schema: inner, meta } = unwrap(field)
    // GraphQL knows nothing of the members of JSON, so they stay as they were sent.
    given[key] = meta.scalar === 'JSON' ? entry : operationInput(inner, entry)
  }
  const tag = tagOf(schema)
  // GraphQL has checked that exactly one field is given.
  return tag === undefined ? given : { ...given, [tag]: Object.keys(given)[0] }
}

function variantFrom(union: z.ZodDiscriminatedUnion, value: object): unknown {
  // GraphQL has checked that exactly one is set.
  for (const { field, schema, tag } of variantsOf(union)) {
    const given = (value as Record<string, unknown>)[field]
    if (given != null) return { ...(operationInput(schema, given) as object), ...tag }
  }
  return value
}
