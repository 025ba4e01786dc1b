import type { JsonSchema } from '../../../src/rest/openapi/json-schema.ts'
import {
  type ApiDocument,
  type DescribedOperation,
  type DescribedResponse,
  type Parameter,
  resolved,
} from './document.ts'
import { closed, Validators } from './schemas.ts'

/** One request below `/v1` and its response. */
export interface Exchange {
  method: string
  /** The path below `/v1`, without the query. */
  path: string
  query: Record<string, unknown>
  /** The JSON of the request, if it had any. */
  requestBody?: unknown
  status: number
  /** By name in lower case. */
  headers: Record<string, unknown>
  /** The text of the response; undefined if it was not read, such as for a stream. */
  body: string | undefined
}

/**
 * Headers of HTTP itself, of browser security and of CORS. They are the same in every API, so no operation declares
 * them.
 */
const COMMON_HEADERS =
  /^(allow|cache-control|connection|content-(disposition|encoding|language|length|security-policy|type)|date|keep-alive|transfer-encoding|vary|www-authenticate|access-control-.*|x-content-type-options)$/

interface Place {
  template: string
  pattern: RegExp
  methods: Record<string, DescribedOperation>
}

interface ParameterSchemas {
  path: JsonSchema
  query: JsonSchema
}

/** Compares requests and responses with the OpenAPI document. */
export class Contract {
  readonly #document: ApiDocument
  readonly #places: Place[]
  readonly #requests: Validators
  readonly #texts: Validators
  readonly #responses: Validators
  readonly #closed = new Map<JsonSchema, JsonSchema>()
  readonly #parameters = new Map<DescribedOperation, ParameterSchemas>()

  constructor(document: ApiDocument) {
    this.#document = document
    const { schemas } = document.components
    this.#places = Object.entries(document.paths)
      .map(([template, methods]) => ({ template, methods, pattern: patternOf(template) }))
      // A literal segment is preferred to a parameter.
      .sort((one, other) =>
        one.template.replaceAll('{', '\uffff') < other.template.replaceAll('{', '\uffff') ? -1 : 1,
      )
    this.#requests = new Validators(schemas)
    this.#texts = new Validators(schemas, { coerceTypes: 'array' })
    this.#responses = new Validators(
      Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)])),
    )
  }

  /** The operation of an exchange, as the tables of public operations write it; null if the document has none. */
  addressOf({ method, path }: Pick<Exchange, 'method' | 'path'>): string | null {
    const place = this.#places.find(({ pattern }) => pattern.test(path))
    return place?.methods[method.toLowerCase()] ? addressOfTemplate(method, place.template) : null
  }

  /** How an exchange violates the contract; empty if it does not. */
  problemsOf(exchange: Exchange): string[] {
    const { method, path, status } = exchange
    const place = this.#places.find(({ pattern }) => pattern.test(path))
    const operation = place?.methods[method.toLowerCase()]
    if (!place || !operation) return this.#outside(exchange, place)
    const name = `${method} ${place.template}`
    const response = operation.responses[status]
    if (!response) return [`${name} returns ${status}, which is not documented.`]
    const described = resolved(this.#document, response)
    const problems = [
      ...this.#bodyProblems(exchange, described),
      ...this.#headerProblems(exchange, described),
    ]
    if (status >= 200 && status < 300) problems.push(...this.#requestProblems(exchange, operation, place))
    return problems.map((problem) => `${name} ${status}: ${problem}`)
  }

  /** Routes that are not in the document are not served: the response is 404, 501 where code of integrations would run, or 401 for an unknown caller. */
  #outside({ method, path, status, body }: Exchange, place: Place | undefined): string[] {
    const isRefused =
      status === 401 ||
      status === 429 ||
      status === 404 ||
      status === 501 ||
      status === 503 ||
      (status === 405 && place) ||
      // A document cannot describe a path with an empty parameter, which is invalid input.
      (status === 400 && path.includes('//'))
    if (!isRefused) return [`${method} ${path} returns ${status} and is not in the document.`]
    const problem = this.#responses.problemOf(ERROR, parsed(body))
    return problem ? [`${method} ${path} ${status}: body ${problem}`] : []
  }

  #bodyProblems({ headers, body }: Exchange, { content }: DescribedResponse): string[] {
    if (body === undefined) return []
    if (!content) return body === '' ? [] : ['has a body, and none is documented.']
    const [type = ''] = String(headers['content-type'] ?? '').split(';')
    const media = content[type]
    if (!media) return [`has the content type "${type}", which is not documented.`]
    if (type !== 'application/json') return []
    const schema = this.#closed.get(media.schema) ?? closed(media.schema)
    this.#closed.set(media.schema, schema)
    const problem = this.#responses.problemOf(schema, parsed(body))
    return problem ? [`body ${problem}`] : []
  }

  #headerProblems({ headers }: Exchange, described: DescribedResponse): string[] {
    const declared = new Map(
      Object.entries(described.headers ?? {}).map(([name, header]) => [name.toLowerCase(), header]),
    )
    return Object.entries(headers).flatMap(([name, value]) => {
      if (COMMON_HEADERS.test(name) || value === undefined) return []
      const header = declared.get(name)
      if (!header) return [`has the header ${name}, which is not documented.`]
      const { schema } = resolved(this.#document, header)
      const problem = this.#texts.problemOf(wrapped(schema), { value: String(value) })
      return problem ? [`header ${name} ${problem}`] : []
    })
  }

  #requestProblems(exchange: Exchange, operation: DescribedOperation, place: Place): string[] {
    const { query, requestBody } = exchange
    const schemas = this.#schemasOf(operation)
    const found = { path: place.pattern.exec(exchange.path)?.groups ?? {}, query }
    const problems = (['path', 'query'] as const).flatMap((part) => {
      const values = Object.fromEntries(
        Object.entries(found[part]).map(([name, value]) => [
          name,
          part === 'path' ? decodeURIComponent(String(value)) : value,
        ]),
      )
      const problem = this.#texts.problemOf(schemas[part], values)
      return problem ? [`accepts the ${part} parameters ${problem}`] : []
    })
    const schema = operation.requestBody?.content['application/json']?.schema
    if (!schema || (requestBody === undefined && !operation.requestBody?.required)) return problems
    const problem = this.#requests.problemOf(schema, trimmed(requestBody))
    return problem ? [...problems, `accepts the body ${problem}`] : problems
  }

  #schemasOf(operation: DescribedOperation): ParameterSchemas {
    const known = this.#parameters.get(operation)
    if (known) return known
    const all = (operation.parameters ?? []).map((each) => resolved(this.#document, each))
    const made = { path: objectOf(all, 'path'), query: objectOf(all, 'query') }
    this.#parameters.set(operation, made)
    return made
  }
}

const ERROR: JsonSchema = { $ref: '#/components/schemas/Error' }

const headerSchemas = new Map<JsonSchema, JsonSchema>()

/** Texts are coerced in place, so a single one needs an object around it. */
function wrapped(schema: JsonSchema): JsonSchema {
  const known = headerSchemas.get(schema) ?? { type: 'object', properties: { value: schema } }
  headerSchemas.set(schema, known)
  return known
}

function objectOf(parameters: Parameter[], place: 'path' | 'query'): JsonSchema {
  const here = parameters.filter((each) => each.in === place)
  return {
    type: 'object',
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.flatMap(({ name, required }) => (required ? [name] : [])),
  }
}

/** A parameter that is a path takes the rest of the address. */
export const addressOfTemplate = (method: string, template: string): string =>
  `${method.toUpperCase()} ${template.replace(/\{\w*[pP]ath\}/, '*').replaceAll(/\{\w+\}/g, '{}')}`

/** A parameter that is a path may contain slashes. */
function patternOf(template: string): RegExp {
  const source = template
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w*[pP]ath)\}/g, '(?<$1>.+)')
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}/?$`)
}

/** White space around a text is removed before it is validated. */
const trimmed = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.trim()
    : Array.isArray(value)
      ? value.map(trimmed)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmed(each)]))
        : value

/** The JSON of a body; undefined if it is none. */
export function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}
