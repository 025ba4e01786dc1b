import type { SchemaValidateFunction } from 'ajv'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonSchema } from '../../../src/rest/openapi/json-schema.ts'

/** A wrong value of the property that selects the variant of a union outweighs everything else about the variant. */
const OTHER_VARIANT = 1000
/** A variant that differs only inside of its properties fits better than one that lacks properties of its own. */
const OWN_PROPERTY = 100

/**
 * Validates answers against the schemas of an OpenAPI document of version 3.0 or 3.1. Of a union, the errors are those
 * of the variant that fits best, so that they name what differs and not every variant.
 */
export class ClientSchemas {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } })
  /** By the schemas of answers: to translate one takes longer than to compare an answer with it. */
  readonly #validators = new WeakMap<JsonSchema, ValidateFunction>()
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(components: Record<string, JsonSchema>) {
    formats.default(this.#ajv)
    // Marks of the document for its readers, without a rule.
    for (const name of ['emoji', 'icon']) this.#ajv.addFormat(name, true)
    this.#ajv.addKeyword({ keyword: 'union', schemaType: 'array', errors: 'full', compile: this.#union })
    this.#ajv.addSchema({ $id: 'document', components: { schemas: translatedAll(components) } })
  }

  /** What differs from the schema: the place in the answer, without the indexes of lists, and the rule. */
  differencesOf(schema: JsonSchema, value: unknown): string[] {
    const validate = this.#validators.get(schema) ?? this.#compile(translated(schema))
    this.#validators.set(schema, validate)
    if (validate(value)) return []
    return [...new Set((validate.errors ?? []).map(described))].sort()
  }

  #compile(schema: unknown): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const known = this.#compiled.get(text) ?? this.#ajv.compile(JSON.parse(text) as object)
    this.#compiled.set(text, known)
    return known
  }

  /** Variants are compiled when they are first needed: many refer to each other. */
  readonly #union = (variants: JsonSchema[]) => {
    const checks: ValidateFunction[] = []
    const validate: SchemaValidateFunction = (value: unknown, at) => {
      let best: ErrorObject[] | undefined
      for (const [index, variant] of variants.entries()) {
        checks[index] ??= this.#compile(variant)
        const check = checks[index]
        if (check(value)) return true
        const errors = check.errors ?? []
        if (!best || weightOf(errors) < weightOf(best)) best = errors
      }
      validate.errors = best?.map((error) => ({
        ...error,
        instancePath: `${at?.instancePath ?? ''}${error.instancePath}`,
      }))
      return false
    }
    return validate
  }
}

const weightOf = (errors: ErrorObject[]): number =>
  errors.reduce(
    (sum, { keyword, params, instancePath }) =>
      sum +
      (keyword === 'enum' && params.allowedValues.length === 1 && isOwn(instancePath) ? OTHER_VARIANT : 1) +
      (instancePath === '' ? OWN_PROPERTY : 0),
    0,
  )

/** Whether the path is that of a property of the variant itself, not of a value inside of one. */
const isOwn = (instancePath: string): boolean => instancePath.lastIndexOf('/') === 0

function described({ instancePath, keyword, message, params }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll(/(^|\/)\d+(?=\/|$)/g, '$1*')
  if (keyword === 'required') return `${place ? `${place}/` : ''}${params.missingProperty} is missing`
  const values = keyword === 'enum' ? ` ${JSON.stringify(params.allowedValues)}` : ''
  return `${place} ${message}${values}`
}

/** The same schema in the words of JSON Schema 2020: `nullable` is of OpenAPI 3.0, and unions are checked by `union`. */
function translated(schema: JsonSchema): JsonSchema {
  const { nullable, oneOf, anyOf, discriminator: _hint, ...rest } = schema
  const copy = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [keyword, translatedPart(keyword, value)]),
  )
  // A variant of a union without members, where others of an `allOf` add members: `false` would exclude those.
  if (copy.additionalProperties === false && isEmpty(copy.properties)) delete copy.additionalProperties
  const variants = oneOf ?? anyOf
  if (variants) copy.union = (variants as JsonSchema[]).map(translated)
  return nullable === true ? { union: [{ type: 'null' }, copy] } : copy
}

const isEmpty = (properties: unknown): boolean => Object.keys(properties ?? {}).length === 0

function translatedPart(keyword: string, value: unknown): unknown {
  if (keyword === 'allOf') return (value as JsonSchema[]).map(translated)
  if (keyword === 'properties') return translatedAll(value as Record<string, JsonSchema>)
  const isSchema = (keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object'
  return isSchema ? translated(value as JsonSchema) : value
}

const translatedAll = (schemas: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, translated(schema)]))
