import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonSchema } from '../../../src/rest/openapi/json-schema.ts'

/** Compiles schemas that refer to the components of one document, each once and on first use. */
export class Validators {
  readonly #ajv: Ajv2020
  readonly #compiled = new Map<unknown, ValidateFunction>()

  constructor(components: Record<string, JsonSchema>, options: { coerceTypes?: 'array' } = {}) {
    this.#ajv = new Ajv2020({ strict: false, code: { optimize: false }, ...options })
    formats.default(this.#ajv)
    this.#ajv.addSchema({ $id: 'document', components: { schemas: components } })
  }

  /** The error of a value, or undefined if it is valid. */
  problemOf(schema: JsonSchema, value: unknown): string | undefined {
    const validate = this.#compiled.get(schema) ?? this.#compile(schema)
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    return `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
  }

  #compile(schema: JsonSchema): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const validate = this.#ajv.compile(JSON.parse(text) as object)
    this.#compiled.set(schema, validate)
    return validate
  }
}

/** Keywords with one schema as their value. */
const NESTED = new Set(['items', 'additionalProperties'])

/** The same schema without properties that it does not name. */
export function closed(schema: JsonSchema, isPart = false): JsonSchema {
  const isComposed = schema.allOf !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined
  const close = (value: unknown, part = false): unknown =>
    Array.isArray(value)
      ? value.map((each) => close(each, part))
      : typeof value === 'object' && value !== null
        ? closed(value as JsonSchema, part)
        : value
  const copy: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties') {
      copy.properties = Object.fromEntries(
        Object.entries(value as Record<string, JsonSchema>).map(([name, each]) => [name, closed(each)]),
      )
    } else if (keyword.endsWith('Of'))
      copy[keyword] = close(value, schema.properties !== undefined || keyword === 'allOf')
    else if (NESTED.has(keyword)) copy[keyword] = close(value)
    else copy[keyword] = value
  }
  if (!isPart && schema.properties && schema.additionalProperties === undefined) {
    copy[isComposed ? 'unevaluatedProperties' : 'additionalProperties'] = false
  }
  return copy
}
