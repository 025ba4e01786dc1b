import { modules } from '../../../src/modules/index.ts'
import { describeApi } from '../../../src/rest/openapi/describe-api.ts'
import type { JsonSchema } from '../../../src/rest/openapi/json-schema.ts'

interface Reference {
  $ref?: string
}

export interface Parameter extends Reference {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

export interface Header extends Reference {
  schema: JsonSchema
}

export interface DescribedResponse extends Reference {
  headers?: Record<string, Header>
  content?: Content
}

export interface DescribedOperation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, DescribedResponse>
}

/** The parts of an OpenAPI document that the check reads. */
export interface ApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    responses: Record<string, DescribedResponse>
  }
}

/** The document of `GET /v1/openapi.json`. A test compares the two. */
export const describedApi = () => describeApi(modules, '') as unknown as ApiDocument

/** The target of a reference, or the object itself. */
export function resolved<Thing extends Reference>(document: ApiDocument, thing: Thing): Thing {
  if (thing.$ref === undefined) return thing
  const [, , kind = '', name = ''] = thing.$ref.split('/')
  const found = (document.components as unknown as Record<string, Record<string, Thing>>)[kind]?.[name]
  if (!found) throw new Error(`The document refers to ${thing.$ref}, which it does not have.`)
  return found
}
