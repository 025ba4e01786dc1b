import type { Route } from '../route.ts'
import { failures } from './errors.ts'
import type { ExampleMaker } from './examples.ts'
import { headersOf } from './headers.ts'
import type { JsonSchema, SchemaConverter } from './json-schema.ts'
import { sharedParameters } from './parameters.ts'

/** Input of write operations that is read from the query and never from the body. */
const IN_QUERY = ['format', 'compat']

export interface Parts {
  converter: SchemaConverter
  examples: ExampleMaker
}

/** `/spaces/:spaceId` as `/spaces/{spaceId}`, and the rest of a path by the name of its input field. */
export const templateOf = ({ path, rest }: Route): string =>
  path.replaceAll(/:(\w+)/g, '{$1}').replace('*', `{${rest}}`)

/** One operation of the document. */
export function describeOperation(route: Route, operationId: string, tag: string, parts: Parts) {
  const input = inputOf(route, parts)
  return {
    operationId,
    summary: route.summary,
    ...(route.isDeprecated ? { deprecated: true } : {}),
    tags: [tag],
    parameters: [
      ...input.path.map((field) => parameter('path', field)),
      ...input.query.map((field) => parameter('query', field)),
      ...sharedParameters(route),
    ],
    ...bodyOf(route, input.body, parts),
    responses: { ...successOf(route, parts), ...failuresOf(route) },
  }
}

interface Field {
  name: string
  schema: JsonSchema
  isRequired: boolean
}

/** Where each field of the operation's input is sent. Fields that the path fixes cannot be sent. */
function inputOf(route: Route, { converter }: Parts): Record<'path' | 'query' | 'body', Field[]> {
  const { properties = {}, required = [] } = converter.convert(route.operation.input)
  const template = templateOf(route)
  const fields = { path: [] as Field[], query: [] as Field[], body: [] as Field[] }
  for (const [name, schema] of Object.entries(properties)) {
    if (name in route.fixed) continue
    const isInPath = template.includes(`{${name}}`)
    const isBesideForm = route.upload !== undefined && name !== 'files'
    const isInQuery =
      route.method === 'GET' || route.method === 'DELETE' || isBesideForm || IN_QUERY.includes(name)
    const place = isInPath ? 'path' : isInQuery ? 'query' : 'body'
    fields[place].push({ name, schema, isRequired: isInPath || required.includes(name) })
  }
  return fields
}

function parameter(place: 'path' | 'query', { name, schema, isRequired }: Field) {
  const { description, ...rest } = schema
  return {
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    ...(isRequired ? { required: true } : {}),
    schema: rest,
    ...(rest.type === 'array' ? { style: 'form', explode: true } : {}),
  }
}

function bodyOf(route: Route, fields: Field[], { examples }: Parts): object {
  if (route.upload) {
    const { files, bytes } = route.upload
    const each = { type: 'string', format: 'binary', description: `At most ${bytes} bytes.` }
    const schema = { type: 'object', properties: { files: { type: 'array', maxItems: files, items: each } } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (fields.length === 0) return {}
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    ...(required.length > 0 ? { required } : {}),
  }
  return {
    requestBody: {
      ...(required.length > 0 ? { required: true } : {}),
      content: { 'application/json': { schema, example: examples.exampleOf(schema) } },
    },
  }
}

const successes: Readonly<Record<number, string>> = { 201: 'Created.', 202: 'Accepted.' }

function successOf(route: Route, { converter, examples }: Parts): object {
  const headers = headersOf(route)
  if (!route.response) {
    const none = { description: 'Done.', headers }
    if (route.status !== 205) return { [route.status]: none }
    return {
      205: { description: 'It existed and was removed.', headers },
      204: { description: 'It did not exist.', headers },
    }
  }
  const schema = converter.convert(route.response)
  const content = { 'application/json': { schema, example: examples.exampleOf(schema) } }
  const statuses = [route.status, route.otherStatus ?? route.status]
  const success = Object.fromEntries(
    statuses.map((status) => [status, { description: successes[status] ?? 'Success.', headers, content }]),
  )
  if (route.method !== 'GET') return success
  return {
    ...success,
    304: { description: '`If-None-Match` matches: the response has not changed.', headers },
  }
}

/** The error responses that a route can have. */
function failuresOf({ method, operation }: Route): object {
  const isRead = method === 'GET'
  const statuses = [400, 401, 403, 404, 429, 500, 503]
  if (!isRead || 'list' in operation) statuses.push(409)
  // A DELETE takes no body, but one that is sent must be readable.
  if (!isRead) statuses.push(412, 413, 415)
  if ('needsRuntime' in operation && operation.needsRuntime) statuses.push(501)
  return Object.fromEntries(
    statuses
      .sort((one, other) => one - other)
      .map((status) => [status, { $ref: `#/components/responses/${failures[status]?.name}` }]),
  )
}
