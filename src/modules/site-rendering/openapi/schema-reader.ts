import {
  arrayOf,
  isJson,
  type Json,
  nameOf,
  objectOf,
  refOf,
  type SpecDocument,
  textField,
  textOf,
} from './json.ts'
import type { SpecLimit, SpecProperty, SpecSchema } from './spec-part.ts'

const MAX_LEVELS = 10
const MAX_VALUES = 100
const MAX_PROPERTIES = 300

const limitKinds: readonly SpecLimit['kind'][] = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'uniqueItems',
]

/** Reads schemas. A schema inside itself, or beyond the limits of levels and of schemas in total, has only a name. */
export class SchemaReader {
  readonly #document: SpecDocument
  #left: number

  constructor(document: SpecDocument, most = 2_000) {
    this.#document = document
    this.#left = most
  }

  read(value: unknown, trail: readonly string[] = []): SpecSchema {
    this.#left -= 1
    const ref = refOf(value)
    const name = ref === undefined ? undefined : nameOf(ref)
    const isCut = this.#left < 0 || trail.length > MAX_LEVELS || (ref !== undefined && trail.includes(ref))
    if (isCut) return { ...(name ? { name } : {}), type: name ?? 'object', isCut: true }
    const schema = this.#document.followed(value)
    const inner = [...trail, ref ?? '']
    const read = this.#schema(schema, inner)
    return name === undefined ? read : { name, ...read }
  }

  #schema(schema: Json, trail: readonly string[]): SpecSchema {
    const all = arrayOf(schema.allOf)
    if (all.length > 0) return this.#merged(schema, all, trail)
    const kind = Array.isArray(schema.oneOf) ? 'oneOf' : Array.isArray(schema.anyOf) ? 'anyOf' : undefined
    const choices = kind === undefined ? [] : arrayOf(schema[kind]).slice(0, MAX_VALUES)
    const schemas = choices.filter((choice) => !isNull(choice)).map((choice) => this.read(choice, trail))
    const properties = this.#properties(schema, trail)
    const items = isJson(schema.items) ? this.read(schema.items, trail) : undefined
    const additional = isJson(schema.additionalProperties)
      ? this.read(schema.additionalProperties, trail)
      : undefined
    const isNullable = schema.nullable === true || schemas.length < choices.length
    const [only] = schemas
    const type = typeName(schema, {
      items,
      only: schemas.length === 1 ? only : undefined,
      isChoice: schemas.length > 1,
    })
    return {
      type: isNullable && !type.endsWith('or null') ? `${type} or null` : type,
      ...facts(schema),
      ...(properties.length > 0 ? { properties } : {}),
      ...(items ? { items } : {}),
      ...(additional ? { additional } : {}),
      ...(kind !== undefined && schemas.length > 0 ? { variants: { kind, schemas } } : {}),
    }
  }

  /** The parts of `allOf` are shown as one schema. */
  #merged({ allOf: _all, ...own }: Json, all: readonly unknown[], trail: readonly string[]): SpecSchema {
    const parts = all.slice(0, MAX_VALUES).map((part) => this.read(part, trail))
    const base = this.#schema(own, trail)
    const properties = new Map<string, SpecProperty>()
    for (const part of [...parts, base]) {
      for (const property of part.properties ?? []) properties.set(property.name, property)
    }
    const required = new Set(arrayOf(own.required))
    const merged = [...properties.values()].map((property) =>
      required.has(property.name) ? { ...property, isRequired: true } : property,
    )
    const [only] = parts
    const variants = [base, ...parts].find((part) => part.variants)?.variants
    const type = merged.length > 0 ? 'object' : (only?.type ?? base.type)
    const described = [base, ...parts].find((part) => part.description)?.description
    const cut = merged.length === 0 && parts.some((part) => part.isCut)
    return {
      ...(parts.length === 1 ? only : {}),
      ...base,
      type,
      ...(described ? { description: described } : {}),
      ...(merged.length > 0 ? { properties: merged } : {}),
      ...(variants ? { variants } : {}),
      ...(cut ? { isCut: true } : {}),
    }
  }

  #properties(schema: Json, trail: readonly string[]): SpecProperty[] {
    const required = new Set(arrayOf(schema.required))
    return Object.entries(objectOf(schema.properties))
      .slice(0, MAX_PROPERTIES)
      .map(([name, value]) => ({ name, isRequired: required.has(name), schema: this.read(value, trail) }))
  }
}

const isNull = (schema: unknown): boolean => isJson(schema) && schema.type === 'null'

interface SchemaContext {
  items: SpecSchema | undefined
  only: SpecSchema | undefined
  isChoice: boolean
}

function typeName(schema: Json, { items, only, isChoice }: SchemaContext): string {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type) => typeof type === 'string',
  )
  const format = textOf(schema.format, 100)
  const names = types
    .filter((type) => type !== 'null')
    .map((type) => {
      if (type === 'array' && items) return `array of ${items.name ?? items.type}`
      return format === '' ? String(type) : `${type} (${format})`
    })
  const base =
    names.length > 0
      ? names.join(' or ')
      : (impliedType(schema) ?? only?.name ?? only?.type ?? (isChoice ? 'one of several' : 'any'))
  return types.includes('null') && names.length > 0 ? `${base} or null` : base
}

function impliedType(schema: Json): string | undefined {
  if (isJson(schema.properties) || isJson(schema.additionalProperties)) return 'object'
  if (isJson(schema.items)) return 'array'
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : []
  return values.length > 0 ? typeof values[0] : undefined
}

function facts(schema: Json): Omit<SpecSchema, 'type'> {
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : []
  const limits = limitKinds.flatMap((kind): SpecLimit[] => {
    const value = schema[kind]
    const isLimit = ['number', 'string'].includes(typeof value) || value === true
    return isLimit ? [{ kind, value: String(value).slice(0, 500) }] : []
  })
  const [example] = arrayOf(schema.examples)
  const given = schema.example ?? example
  return {
    ...textField('description', schema.description),
    ...(schema.deprecated === true ? { isDeprecated: true } : {}),
    ...(schema.readOnly === true ? { isReadOnly: true } : {}),
    ...(schema.writeOnly === true ? { isWriteOnly: true } : {}),
    ...(schema.default === undefined ? {} : { default: schema.default }),
    ...(given === undefined ? {} : { example: given }),
    ...(values.length > 0 ? { enum: values.slice(0, MAX_VALUES) } : {}),
    ...(limits.length > 0 ? { limits } : {}),
  }
}
