/** The part of an OpenAPI document that a block shows, in one form for all versions of the standard. */
export interface SpecPart {
  operations: SpecOperation[]
  models: SpecModel[]
}

export interface SpecOperation {
  kind: 'operation' | 'webhook'
  method: string
  /** The path, or the name of a webhook. */
  path: string
  summary?: string
  description?: string
  isDeprecated: boolean
  /** The first one is the base of examples. */
  servers: string[]
  security: SpecSecurity[]
  parameters: SpecParameter[]
  body?: SpecBody
  responses: SpecResponse[]
}

export interface SpecSecurity {
  name: string
  type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'other'
  /** The scheme of `http`, such as `bearer`; the header, query parameter or cookie of `apiKey`. */
  scheme?: string
  in?: string
  description?: string
  scopes: string[]
}

export interface SpecParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  isRequired: boolean
  isDeprecated: boolean
  description?: string
  schema: SpecSchema
  example?: unknown
}

export interface SpecBody {
  description?: string
  isRequired: boolean
  content: SpecContent[]
}

export interface SpecContent {
  /** The media type. */
  type: string
  schema?: SpecSchema
  /** An example from the document, or one that is made from the schema. */
  example?: unknown
}

export interface SpecResponse {
  status: string
  description: string
  headers: SpecParameter[]
  content: SpecContent[]
}

export interface SpecModel {
  name: string
  schema: SpecSchema
}

export interface SpecSchema {
  /** The name of the model, if it is one. */
  name?: string
  /** As shown: `string`, `integer (int64)`, `array of Pet`, `string or null`. */
  type: string
  description?: string
  isDeprecated?: boolean
  isReadOnly?: boolean
  isWriteOnly?: boolean
  default?: unknown
  example?: unknown
  enum?: unknown[]
  /** Limits as shown: `≥ 1`, `at most 100 characters`. */
  limits?: SpecLimit[]
  properties?: SpecProperty[]
  /** The values of a map. */
  additional?: SpecSchema
  items?: SpecSchema
  variants?: { kind: 'oneOf' | 'anyOf' | 'allOf'; schemas: SpecSchema[] }
  /** It contains itself, or is nested too deeply to be shown: it has only a name and a type. */
  isCut?: true
}

export interface SpecProperty {
  name: string
  isRequired: boolean
  schema: SpecSchema
}

export interface SpecLimit {
  kind:
    | 'minimum'
    | 'exclusiveMinimum'
    | 'maximum'
    | 'exclusiveMaximum'
    | 'multipleOf'
    | 'minLength'
    | 'maxLength'
    | 'minItems'
    | 'maxItems'
    | 'pattern'
    | 'format'
    | 'uniqueItems'
  value: string
}
