import { z } from 'zod'

/** A JSON Schema (2020-12) as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  title?: string
  description?: string
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  minItems?: number
  $ref?: string
  $defs?: Record<string, JsonSchema>
  [keyword: string]: unknown
}

/** Keywords for internal use. */
const INTERNAL = ['$schema', '$defs', '$id', 'scalar', 'inputScalar', 'exactlyOne', 'id']

/**
 * Converts the zod schemas of routes to JSON Schema. A schema with a name, by `meta({ id })` or as a nested
 * input by `meta({ title })`, becomes a component that is defined once and referenced.
 */
export class SchemaConverter {
  readonly components: Record<string, JsonSchema> = {}

  convert(schema: z.ZodType): JsonSchema {
    // The wire format is the input side of schemas: presenters produce it, and callers send it.
    const converted = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    for (const [name, definition] of Object.entries(converted.$defs ?? {})) {
      this.#define(name, this.#rewrite(definition))
    }
    return this.#rewrite(converted)
  }

  #define(name: string, schema: JsonSchema): void {
    const known = this.components[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are called ${name}. Give one of them another name.`)
    }
    this.components[name] = schema
  }

  #rewrite({ alsoAccepts, ...schema }: JsonSchema): JsonSchema {
    // A shorthand that is converted before validation, which the schema itself cannot express.
    if (isSchema(alsoAccepts)) return { anyOf: [this.#rewrite(schema), alsoAccepts] }
    const rewritten: JsonSchema = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (!INTERNAL.includes(keyword)) rewritten[keyword] = this.#keyword(keyword, value)
    }
    return isNamedInput(rewritten) ? this.#hoist(rewritten) : rewritten
  }

  #keyword(keyword: string, value: unknown): unknown {
    if (keyword === '$ref') return String(value).replace('#/$defs/', '#/components/schemas/')
    if (keyword === 'properties') {
      return Object.fromEntries(
        Object.entries(value as Record<string, JsonSchema>).map(([name, each]) => [
          name,
          this.#rewrite(each),
        ]),
      )
    }
    if (Array.isArray(value)) {
      return value.map((each) => (isSchema(each) && keyword.endsWith('Of') ? this.#rewrite(each) : each))
    }
    const nests = ['items', 'additionalProperties', 'propertyNames', 'not'].includes(keyword)
    return nests && isSchema(value) ? this.#rewrite(value) : value
  }

  /**
   * The description of a reference stays with the reference, that of the referenced input with the
   * component.
   */
  #hoist({ title = '', description, ...schema }: JsonSchema): JsonSchema {
    this.#define(title, schema)
    const ref = { $ref: `#/components/schemas/${title}` }
    return description === undefined ? ref : { ...ref, description }
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNamedInput = ({ title, type }: JsonSchema) =>
  type === 'object' && title !== undefined && /^[A-Z]\w+$/.test(title)
