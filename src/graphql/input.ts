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
}

/** Unwraps a schema to its type, whether it is required, and its description. */
function unwrap(schema: z.ZodType): Unwrapped {
  let inner = schema
  let required = true
  let meta: FieldMeta = inner.meta() ?? {}
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    required = false
    inner = inner.unwrap() as z.ZodType
    meta = { ...inner.meta(), ...meta }
  }
  // For a preprocessing step, the type is that of the schema behind it.
  if (inner instanceof z.ZodPipe && inner.in instanceof z.ZodTransform) {
    inner = inner.out as z.ZodType
    meta = { ...inner.meta(), ...meta }
  }
  return { schema: inner, required, meta }
}

const objects = new Map<z.ZodType, InputRef<unknown>>()

type TypeRef = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' | 'DateTime' | 'URL' | 'JSON' | InputRef<unknown>

function typeOf(schema: z.ZodType, meta: FieldMeta): TypeRef | [TypeRef] {
  if (schema instanceof z.ZodArray) {
    const element = unwrap(schema.element as z.ZodType)
    return [typeOf(element.schema, element.meta) as TypeRef]
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return unionInput(schema, meta)
  if (meta.scalar) return meta.scalar
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
  const ref = inputType(`${String(meta.title)}Input`, schema, { description: meta.description ?? '' })
  objects.set(schema, ref)
  return ref
}

/** The variants of a union, each with the name of its field: `insert_page` is `insertPage`. */
function variantsOf(union: z.ZodDiscriminatedUnion): Variant[] {
  const known = variants.get(union)
  if (known) return known
  const { discriminator } = union.def
  const found = (union.options as unknown as AnyObject[]).map((schema) => {
    const literal = schema.shape[discriminator] as z.ZodLiteral<string>
    const field = literal.value.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
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
  besides?: AnyObject
}

type Fields = Record<string, InputFieldRef<Types, unknown>>

interface FieldBuilder {
  field(options: { type: 'String'; required: false; description: string | undefined }): unknown
}

function fieldsOf(t: FieldBuilder, schema: AnyObject, omit: readonly string[] = []): Fields {
  const entries = Object.entries(schema.shape).filter(([key]) => !omit.includes(key))
  return Object.fromEntries(
    entries.map(([key, field]) => {
      const { schema: inner, required, meta } = unwrap(field)
      // The type is known only at run time; the operation's schema validates the value.
      const type = typeOf(inner, meta) as 'String'
      return [key, t.field({ type, required: required as false, description: meta.description })]
    }),
  ) as Fields
}

/** A GraphQL input type with the fields of an operation's schema; the schema remains the only validation. */
export function inputType(name: string, schema: AnyObject, options: InputOptions): InputRef<unknown> {
  return builder.inputType(name, {
    description: options.description,
    fields: (t) => {
      const builder = t as unknown as FieldBuilder
      return {
        ...fieldsOf(builder, schema, options.omit),
        ...(options.besides ? fieldsOf(builder, options.besides) : {}),
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
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const field = shape[key]
      if (!field) return []
      if (entry === null && !field.safeParse(null).success) return []
      return [[key, operationInput(unwrap(field).schema, entry)]]
    }),
  )
}

function variantFrom(union: z.ZodDiscriminatedUnion, value: object): unknown {
  // GraphQL has checked that exactly one is set.
  for (const { field, schema, tag } of variantsOf(union)) {
    const given = (value as Record<string, unknown>)[field]
    if (given != null) return { ...(operationInput(schema, given) as object), ...tag }
  }
  return value
}
