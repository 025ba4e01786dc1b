import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import type { FieldMeta } from '../core/fields.ts'
import { builder, type Types } from './builder.ts'
import { enumRefOf } from './enums.ts'

type Shape = Record<string, z.ZodType>
type Ref = ObjectRef<Types, Record<string, unknown>>

const known = new Map<z.ZodType, Ref>()

function unwrap(schema: z.ZodType): { inner: z.ZodType; nullable: boolean; meta: FieldMeta } {
  let inner = schema
  let meta: FieldMeta = inner.meta() ?? {}
  let nullable = false
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    nullable = true
    inner = inner.unwrap() as z.ZodType
    meta = { ...inner.meta(), ...meta }
  }
  return { inner, nullable, meta }
}

function typeOf(schema: z.ZodType, meta: FieldMeta): unknown {
  if (schema instanceof z.ZodArray) {
    const { inner, meta: own } = unwrap(schema.element as z.ZodType)
    return [typeOf(inner, own)]
  }
  if (meta.scalar) return meta.scalar
  if (schema instanceof z.ZodEnum) return enumRefOf(schema)
  if (schema instanceof z.ZodBoolean) return 'Boolean'
  if (schema instanceof z.ZodObject) return outputType(schema, meta)
  return 'String'
}

/** The fields of a type, from the schema of a value that REST returns in the same form. */
export function outputFields(schema: z.ZodType) {
  return Object.entries((schema as z.ZodObject<Shape>).shape).map(([name, field]) => {
    const { inner, nullable, meta } = unwrap(field)
    return {
      name,
      // The type is known only at run time.
      options: {
        nullable: nullable as true,
        description: meta.description ?? '',
        type: typeOf(inner, meta) as 'String',
      },
      read: (value: object) => ((value as Record<string, unknown>)[name] ?? null) as string | null,
    }
  })
}

/** The GraphQL type of such a value: its name is the title of the schema. */
export function outputType(schema: z.ZodType, inherited: FieldMeta = {}): Ref {
  const existing = known.get(schema)
  if (existing) return existing
  const { title, description = '' }: FieldMeta = { ...inherited, ...schema.meta() }
  const ref = builder.objectRef<Record<string, unknown>>(String(title))
  known.set(schema, ref as unknown as Ref)
  ref.implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        outputFields(schema).map(({ name, options, read }) => [name, t.field({ ...options, resolve: read })]),
      ),
  })
  return ref as unknown as Ref
}
