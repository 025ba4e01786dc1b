import { exampleOf } from './example-of.ts'
import { arrayOf, type Json, objectOf, type SpecDocument, textField, textOf } from './json.ts'
import { SchemaReader } from './schema-reader.ts'
import type {
  SpecBody,
  SpecContent,
  SpecOperation,
  SpecParameter,
  SpecResponse,
  SpecSecurity,
} from './spec-part.ts'

const MAX_ENTRIES = 100

const places = ['path', 'query', 'header', 'cookie'] as const

/** Reads one operation or webhook. */
export class OperationReader {
  readonly #document: SpecDocument
  readonly #schemas: SchemaReader

  constructor(document: SpecDocument) {
    this.#document = document
    this.#schemas = new SchemaReader(document)
  }

  read(kind: SpecOperation['kind'], path: string, method: string, item: Json): SpecOperation {
    const { root } = this.#document
    const operation = this.#document.followed(item[method])
    const given = [...arrayOf(operation.parameters), ...arrayOf(item.parameters)].map((parameter) =>
      this.#document.followed(parameter),
    )
    const body = this.#document.isSwagger
      ? this.#swaggerBody(operation, given)
      : this.#body(this.#document.followed(operation.requestBody))
    return {
      kind,
      method: method.toUpperCase(),
      path,
      ...textField('summary', operation.summary),
      ...textField('description', operation.description),
      isDeprecated: operation.deprecated === true,
      servers: serversOf([operation, item, root]),
      security: this.#security(operation.security ?? root.security),
      parameters: this.#parameters(given),
      ...(body ? { body } : {}),
      responses: this.#responses(objectOf(operation.responses), operation),
    }
  }

  /** Parameters of an operation override those of its path. */
  #parameters(given: readonly Json[]): SpecParameter[] {
    const found = new Map<string, SpecParameter>()
    for (const parameter of given.slice(0, MAX_ENTRIES)) {
      const place = places.find((name) => name === parameter.in)
      const key = `${place}:${textOf(parameter.name)}`
      if (place !== undefined && !found.has(key)) found.set(key, this.#parameter(parameter, place))
    }
    return [...found.values()].sort((one, other) => places.indexOf(one.in) - places.indexOf(other.in))
  }

  #parameter(parameter: Json, place: SpecParameter['in'], name = textOf(parameter.name)): SpecParameter {
    const [content] = Object.values(objectOf(parameter.content))
    // In version 2, the fields of the schema are those of the parameter.
    const schema = this.#schemas.read(parameter.schema ?? objectOf(content).schema ?? withoutName(parameter))
    const example = parameter.example ?? firstExample(this.#document, parameter.examples) ?? schema.example
    return {
      name,
      in: place,
      isRequired: parameter.required === true || place === 'path',
      isDeprecated: parameter.deprecated === true,
      ...textField('description', parameter.description),
      schema,
      ...(example === undefined ? {} : { example }),
    }
  }

  #body(body: Json): SpecBody | undefined {
    const content = this.#content(objectOf(body.content))
    if (content.length === 0) return undefined
    return { ...textField('description', body.description), isRequired: body.required === true, content }
  }

  #swaggerBody(operation: Json, given: readonly Json[]): SpecBody | undefined {
    const types = arrayOf(operation.consumes ?? this.#document.root.consumes)
    const whole = given.find((parameter) => parameter.in === 'body')
    if (whole) {
      const content = this.#content({ [textOf(types[0]) || 'application/json']: { schema: whole.schema } })
      return { ...textField('description', whole.description), isRequired: whole.required === true, content }
    }
    const fields = given.filter((parameter) => parameter.in === 'formData')
    if (fields.length === 0) return undefined
    const properties = Object.fromEntries(fields.map((field) => [textOf(field.name), withoutName(field)]))
    const required = fields.filter((field) => field.required === true).map((field) => textOf(field.name))
    const schema = { type: 'object', properties, required }
    const content = this.#content({ [textOf(types[0]) || 'multipart/form-data']: { schema } })
    return { isRequired: required.length > 0, content }
  }

  #content(content: Json): SpecContent[] {
    return Object.entries(content)
      .slice(0, 10)
      .map(([type, value]) => {
        const { schema: given, example, examples } = this.#document.followed(value)
        const schema = given === undefined ? undefined : this.#schemas.read(given)
        const shown = example ?? firstExample(this.#document, examples) ?? (schema && exampleOf(schema))
        return { type, ...(schema ? { schema } : {}), ...(shown === undefined ? {} : { example: shown }) }
      })
  }

  #responses(responses: Json, operation: Json): SpecResponse[] {
    const produced = arrayOf(operation.produces ?? this.#document.root.produces)
    return Object.entries(responses)
      .slice(0, MAX_ENTRIES)
      .map(([status, value]) => {
        const response = this.#document.followed(value)
        const content =
          this.#document.isSwagger && response.schema !== undefined
            ? { [textOf(produced[0]) || 'application/json']: { schema: response.schema } }
            : objectOf(response.content)
        const headers = Object.entries(objectOf(response.headers))
          .slice(0, MAX_ENTRIES)
          .map(([name, header]) => this.#parameter(this.#document.followed(header), 'header', name))
        return { status, description: textOf(response.description), headers, content: this.#content(content) }
      })
  }

  #security(requirements: unknown): SpecSecurity[] {
    const { root, isSwagger } = this.#document
    const schemes = objectOf(isSwagger ? root.securityDefinitions : objectOf(root.components).securitySchemes)
    return arrayOf(requirements)
      .flatMap((requirement) => Object.entries(objectOf(requirement)))
      .slice(0, 20)
      .map(([name, scopes]) => {
        const scheme = this.#document.followed(schemes[name])
        const type = (['http', 'apiKey', 'oauth2', 'openIdConnect'] as const).find(
          (known) => known === scheme.type,
        )
        const isBasic = scheme.type === 'basic'
        return {
          name,
          type: isBasic ? 'http' : (type ?? 'other'),
          ...textField('scheme', isBasic ? 'basic' : type === 'apiKey' ? scheme.name : scheme.scheme),
          ...textField('in', scheme.in),
          ...textField('description', scheme.description),
          scopes: arrayOf(scopes).filter((scope) => typeof scope === 'string'),
        }
      })
  }
}

const withoutName = ({ name: _name, in: _in, required: _required, ...schema }: Json): Json => schema

function firstExample(document: SpecDocument, examples: unknown): unknown {
  const [first] = Object.values(objectOf(examples))
  return first === undefined ? undefined : document.followed(first).value
}

function serversOf(sources: readonly Json[]): string[] {
  const root = sources.at(-1) ?? {}
  if (typeof root.host === 'string') {
    const [scheme] = arrayOf(root.schemes)
    return [`${textOf(scheme) || 'https'}://${root.host}${textOf(root.basePath).replace(/\/$/, '')}`]
  }
  const servers = sources.map(({ servers }) => arrayOf(servers)).find((list) => list.length > 0) ?? []
  return servers
    .slice(0, 10)
    .map((server) => {
      const { url, variables } = objectOf(server)
      const values = objectOf(variables)
      return textOf(url).replaceAll(/\{([^{}]*)\}/g, (all, name: string) => {
        const value = objectOf(values[name]).default
        return typeof value === 'string' ? value : all
      })
    })
    .filter((url) => url !== '')
}
