import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import type { IdFor } from './from-zod.ts'
import { hostileJson, hostileNumber, hostileText, hostileValue } from './hostile-values.ts'
import type { Random } from './random.ts'
import type { BadRequest } from './rest-requests.ts'

const schema = graphqlSchema()
const MAX_DEPTH = 4
const HOSTILE = 0.25

type Roots = 'query' | 'mutation' | 'subscription'

const rootOf = (kind: Roots) =>
  kind === 'query'
    ? schema.getQueryType()
    : kind === 'mutation'
      ? schema.getMutationType()
      : schema.getSubscriptionType()

const WORDS = ['text', 'Some Words', 'a', 'example.com', 'http://127.0.0.1:9/', '😀', '# Title\n\nText']

/** Writes one document, collecting the variables that it uses. */
class Writer {
  readonly variables: Record<string, unknown> = {}
  readonly #declared: string[] = []
  readonly #random: Random
  readonly #idFor: IdFor
  readonly #cursors: readonly string[]

  constructor(random: Random, idFor: IdFor, cursors: readonly string[]) {
    this.#random = random
    this.#idFor = idFor
    this.#cursors = cursors
  }

  document(kind: Roots): string {
    const random = this.#random
    const fields = Object.values(rootOf(kind)?.getFields() ?? {})
    const count = kind === 'query' ? 1 + random.below(2) : 1
    const chosen = Array.from({ length: count }, (_, n) => `f${n}: ${this.#field(random.pick(fields), 1)}`)
    const declared = this.#declared.length > 0 ? `(${this.#declared.join(', ')})` : ''
    return `${kind} Attack${declared} { ${chosen.join(' ')} }`
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const random = this.#random
    const args = field.args.flatMap((arg) =>
      isNonNullType(arg.type) || random.chance(0.4) ? [`${arg.name}: ${this.#argument(arg)}`] : [],
    )
    const directive = random.chance(0.02)
      ? ` @${random.pick(['skip', 'include'])}(if: ${random.chance(0.5)})`
      : ''
    return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${directive}${this.#selection(field.type, depth)}`
  }

  #selection(output: GraphQLOutputType, depth: number): string {
    const type = getNamedType(output)
    if (isLeafType(type)) return ''
    if (isUnionType(type) || isInterfaceType(type)) {
      const inner = this.#random.pick(schema.getPossibleTypes(type))
      return ` { __typename ... on ${inner.name}${this.#selection(inner, depth)} }`
    }
    return ` { __typename ${this.#members(type, depth)} }`
  }

  #members(type: GraphQLNamedType, depth: number): string {
    if (!isObjectType(type)) return ''
    const random = this.#random
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < MAX_DEPTH || isLeafType(getNamedType(field.type)),
    )
    if (fields.length === 0) return ''
    return Array.from({ length: 1 + random.below(4) }, (_, n) => {
      return `m${depth}${n}: ${this.#field(random.pick(fields), depth + 1)}`
    }).join(' ')
  }

  #argument({ name, type }: GraphQLArgument): string {
    const value = this.#value(type, name, 0)
    if (this.#random.chance(0.3)) return literal(value, type)
    const variable = `v${this.#declared.length}`
    this.#declared.push(`$${variable}: ${type}`)
    if (value !== undefined) this.variables[variable] = value
    return `$${variable}`
  }

  #value(type: GraphQLInputType, name: string, depth: number): unknown {
    const random = this.#random
    if (isNonNullType(type)) return this.#value(type.ofType, name, depth)
    if (random.chance(0.02)) return null
    if (isListType(type)) {
      const length = random.chance(0.02) ? 1_500 : 1 + random.below(2)
      return Array.from({ length }, () => this.#value(type.ofType, name, depth))
    }
    if (isEnumType(type)) return random.pick(type.getValues()).name
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields())
      const kept = fields.filter((field) => isNonNullType(field.type) || random.chance(depth < 3 ? 0.4 : 0.1))
      return Object.fromEntries(
        kept.map((field) => [field.name, this.#value(field.type, field.name, depth + 1)]),
      )
    }
    return this.#scalar(getNamedType(type).name, name)
  }

  #scalar(type: string, name: string): unknown {
    const random = this.#random
    const isHostile = random.chance(HOSTILE)
    if (isHostile && random.chance(0.1)) return hostileValue(random)
    switch (type) {
      case 'ID':
        return isHostile ? hostileText(random) : this.#idFor(name === 'id' ? 'space' : name)
      case 'Int':
        return isHostile
          ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.trunc(hostileNumber(random))))
          : random.pick([1, 2, 10])
      case 'Float':
        return hostileNumber(random)
      case 'Boolean':
        return random.chance(0.5)
      case 'DateTime':
        return isHostile ? hostileText(random) : '2026-11-15T09:30:00.000Z'
      case 'URL':
        return isHostile ? hostileText(random) : 'http://127.0.0.1:9/a'
      case 'JSON':
        return isHostile ? hostileValue(random) : { object: 'document', nodes: [] }
      default:
        if (/^(after|before)$/.test(name) && this.#cursors.length > 0) {
          const cursor = random.pick(this.#cursors)
          return random.chance(0.5) ? cursor : random.damaged(cursor)
        }
        return isHostile ? hostileText(random) : random.pick(WORDS)
    }
  }
}

/** A value as GraphQL writes it; names of enums go without quotes. */
function literal(value: unknown, type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(value, type.ofType)
  if (value === null || value === undefined) return 'null'
  if (isListType(type)) {
    return Array.isArray(value)
      ? `[${value
          .slice(0, 200)
          .map((each) => literal(each, type.ofType))
          .join(', ')}]`
      : literal(value, type.ofType)
  }
  if (isEnumType(type)) return String(value)
  if (isInputObjectType(type) && typeof value === 'object') {
    const members = Object.entries(value).map(([name, each]) => {
      const field = type.getFields()[name]
      return `${name}: ${field ? literal(each, field.type) : untyped(each)}`
    })
    return `{${members.join(', ')}}`
  }
  return untyped(value)
}

function untyped(value: unknown): string {
  if (Array.isArray(value)) return `[${value.slice(0, 200).map(untyped).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).slice(0, 200)
    return `{${members.map(([name, each]) => `${/^\w+$/.test(name) ? name : 'a'}: ${untyped(each)}`).join(', ')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

const nest = (open: string, middle: string, close: string, times: number) =>
  open.repeat(times) + middle + close.repeat(times)

/** Documents that no schema makes: too deep, too wide, going in circles, or no GraphQL at all. */
const strange: ((random: Random) => string)[] = [
  () => 'query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
  () => 'query { ...a } fragment a on Query { viewer { id ...a } }',
  () => `{ ${Array.from({ length: 150 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
  () => nest('{ a ', '', '}', 2_000),
  () => nest('{ viewer ', '{ id }', '}', 60),
  () => `{ node(id: "a") ${nest('{ ... on Space ', '{ id }', '}', 400)} }`,
  () => `query ($a: ${nest('[', 'ID', ']', 2_000)}) { nodes(ids: $a) { id } }`,
  () =>
    `mutation { changeContent(input: {spaceId: "a", changes: [{insertPage: {document: {document: ${nest('{a:', '1', '}', 1_500)}}}}]}) { __typename } }`,
  () =>
    `mutation { changeContent(input: {spaceId: "a", changes: [{insertPage: {document: {document: ${nest('[', '1', ']', 2_400)}}}}]}) { __typename } }`,
  () => 'query a { __typename } query a { __typename }',
  () => 'query a { __typename } query b { __typename }',
  () => '{ __typename @skip(if: $x) }',
  () => '{ __typename @a @b @c(d: 1) }',
  () => 'subscription { __typename }',
  () => 'type Query { a: Int }',
  () => 'query ($a: Int = 99999999999) { nodes(ids: $a) { id } }',
  () => '{ node(id: 1e999) { id } }',
  () => '{ node(id: """\\""" """) { id } }',
  () => '{ node(id: "\\u{110000}") { id } }',
  () => '{ node(id: "\\ud800") { id } }',
  () => '{ node(id: "\\u0000") { id } }',
  () => '{ __schema { types { name fields { name type { name ofType { name ofType { name } } } } } } }',
  () => '{ __type(name: "__proto__") { name fields(includeDeprecated: true) { name } } }',
  () => `{ ${'a '.repeat(4_900)} }`,
  () => '{ constructor __proto__ toString hasOwnProperty }',
  (random) => hostileText(random),
]

const HEADERS = { 'content-type': 'application/json' }

/** A request of GraphQL: valid by the schema with extreme values, or broken. */
export function graphqlRequest(random: Random, idFor: IdFor, cursors: readonly string[]): BadRequest {
  const writer = new Writer(random, idFor, cursors)
  const kind = random.chance(0.55) ? 'query' : random.chance(0.9) ? 'mutation' : 'subscription'
  let query = random.chance(0.07) ? random.pick(strange)(random) : writer.document(kind)
  if (random.chance(0.05)) query = random.damaged(query || ' ')
  const params: Record<string, unknown> = { query, variables: writer.variables }
  if (random.chance(0.03)) params.operationName = random.pick(['Attack', '', 'x', '__proto__', 1, null, {}])
  if (random.chance(0.03)) params.variables = hostileValue(random)
  if (random.chance(0.02)) params.query = hostileValue(random)
  if (random.chance(0.02)) params.extensions = hostileValue(random)
  const headers: Record<string, string> = { ...HEADERS }
  if (random.chance(0.1))
    headers.accept = random.pick(['application/graphql-response+json', 'text/html', '*/*'])
  if (random.chance(0.1)) {
    const text = new URLSearchParams({ query, variables: hostileJson(params.variables) })
    return {
      method: 'GET',
      path: `/graphql?${text}`.slice(0, 12_000),
      headers: { accept: 'application/json' },
    }
  }
  const text = hostileJson(random.chance(0.02) ? [params, params] : params)
  return {
    method: 'POST',
    path: '/graphql',
    headers,
    body: random.chance(0.03) ? random.damaged(text) : text,
  }
}
