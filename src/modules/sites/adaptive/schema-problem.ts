import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { ErrorDetail } from '../../../core/errors.ts'

const DRAFT = 'http://json-schema.org/draft-07/schema#'
const UNSIGNED_DESCRIPTION = 'Unsigned claims of the site visitor.'
const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 4
const MAX_PROPERTIES = 100
const MAX_VALUES = 100
const MAX_TEXT = 100
/** The booleans, strings and values of strings together: each has a template condition. */
const MAX_TEMPLATES = 1_000

/** A claim in the schema of a site. */
export type ClaimForm =
  | { type: 'boolean' | 'number'; description?: string }
  | { type: 'string'; description?: string; enum?: string[] }
  | { type: 'array'; description?: string; items: ClaimForm }
  | { type: 'object'; description?: string; properties: Record<string, ClaimForm> }

/** A JSON Schema of the form that is allowed for the claims of visitors. */
export interface AdaptiveSchema {
  type: 'object'
  properties: Record<string, ClaimForm>
}

const description = { type: 'string', minLength: 1, maxLength: 256 }
const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
})
const string = (rest: object) => ({
  ...rest,
  type: { const: 'string' },
  enum: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_VALUES,
    uniqueItems: true,
    items: { type: 'string', maxLength: MAX_TEXT },
  },
})
const byType = (oneOf: readonly object[]) => ({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf,
})

const item = byType([
  object(['type'], string({ description })),
  object(['type'], { type: { enum: ['boolean', 'number'] }, description }),
])

const propertiesOf = (form: object) => ({
  type: 'object',
  maxProperties: MAX_PROPERTIES,
  propertyNames: { pattern: '^[A-Za-z0-9_$.:/@-]{1,64}$', not: { const: '__proto__' } },
  additionalProperties: form,
})

/** A claim at a depth of nested objects. The last depth has no objects. */
function claim(depth: number): object {
  const described = ['type', 'description']
  const nested = {
    type: { const: 'object' },
    description,
    additionalProperties: { const: false },
    ...(depth < MAX_DEPTH ? { properties: propertiesOf(claim(depth + 1)) } : {}),
  }
  return byType([
    object(described, string({ description })),
    object(described, { type: { enum: ['boolean', 'number'] }, description }),
    object([...described, 'items'], { type: { const: 'array' }, description, items: item }),
    ...(depth < MAX_DEPTH ? [object([...described, 'properties', 'additionalProperties'], nested)] : []),
  ])
}

const unsigned = object(['type', 'description', 'properties', 'additionalProperties'], {
  type: { const: 'object' },
  description: { const: UNSIGNED_DESCRIPTION },
  properties: propertiesOf(claim(2)),
  additionalProperties: { const: false },
})

const documentForm = object(['type', 'properties', 'additionalProperties'], {
  $schema: { const: DRAFT },
  type: { const: 'object' },
  additionalProperties: { const: false },
  properties: { ...propertiesOf(claim(1)), properties: { unsigned } },
})

let validator: ValidateFunction | undefined

/** Compiled once. Schemas of callers are data for it and are never compiled to code. */
function validate(value: unknown): ErrorObject | null {
  validator ??= new Ajv({ discriminator: true, ownProperties: true, strictTypes: false }).compile(
    documentForm,
  )
  return validator(value) ? null : (validator.errors?.[0] ?? null)
}

/** The reason why a value is not a schema of the allowed form, or null if it is. */
export function schemaProblem(value: unknown): ErrorDetail | null {
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '')
  if (bytes > MAX_BYTES) {
    return { path: [], message: `must have at most ${MAX_BYTES} bytes as JSON, and has ${bytes}` }
  }
  const error = validate(value)
  if (error) return { path: pathOf(error), message: messageOf(error) }
  const count = templatesOf(Object.values((value as AdaptiveSchema).properties))
  if (count <= MAX_TEMPLATES) return null
  return {
    path: ['properties'],
    message: `must have at most ${MAX_TEMPLATES} booleans, strings and values of strings, and has ${count}`,
  }
}

const pathOf = ({ instancePath }: ErrorObject): string[] =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

function messageOf({ message = 'is not valid', keyword, params, propertyName }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `must not have the property ${params.additionalProperty}`
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'discriminator') return 'must have a type that is allowed here'
  return propertyName === undefined ? message : `has a property name that is not allowed: ${propertyName}`
}

const templatesOf = (forms: readonly ClaimForm[]): number =>
  forms.reduce((sum, form) => {
    if (form.type === 'array') return sum + templatesOf([form.items])
    if (form.type === 'object') return sum + templatesOf(Object.values(form.properties))
    return sum + (form.type === 'string' ? (form.enum?.length ?? 1) : form.type === 'boolean' ? 1 : 0)
  }, 0)
