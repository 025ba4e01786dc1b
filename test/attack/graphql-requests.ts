import type { IdFor } from './from-zod.ts'
import { DocumentWriter, type Roots } from './graphql-writer.ts'
import { hostileJson, hostileText, hostileValue } from './hostile-values.ts'
import type { Random } from './random.ts'
import type { BadRequest } from './rest-requests.ts'

const nest = (open: string, middle: string, close: string, times: number) =>
  open.repeat(times) + middle + close.repeat(times)

/** Documents that no schema generates: too deep, too wide, cyclic, or not GraphQL. */
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

/** Documents that are sent repeatedly with other variables, because most invalid input is in variables. */
const KEPT_DOCUMENTS = 40
const NEW_DOCUMENT = 0.15

/** Generates GraphQL requests: valid for the schema with extreme values, or invalid. */
export class GraphQLRequests {
  readonly #random: Random
  readonly #idFor: IdFor
  readonly #cursors: readonly string[]
  readonly #kept: DocumentWriter[] = []

  constructor(random: Random, idFor: IdFor, cursors: readonly string[]) {
    this.#random = random
    this.#idFor = idFor
    this.#cursors = cursors
  }

  next(): BadRequest {
    const random = this.#random
    const writer = this.#writer()
    let query = random.chance(0.03) ? random.pick(strange)(random) : writer.text
    if (random.chance(0.02)) query = random.damaged(query || ' ')
    const params: Record<string, unknown> = { query, variables: writer.variables() }
    if (random.chance(0.03)) params.operationName = random.pick(['Attack', '', 'x', '__proto__', 1, null, {}])
    if (random.chance(0.03)) params.variables = hostileValue(random)
    if (random.chance(0.02)) params.query = hostileValue(random)
    if (random.chance(0.02)) params.extensions = hostileValue(random)
    if (random.chance(0.1)) {
      const text = new URLSearchParams({ query, variables: hostileJson(params.variables) })
      const headers = { accept: 'application/json' }
      return { method: 'GET', path: `/graphql?${text}`.slice(0, 12_000), headers }
    }
    const headers: Record<string, string> = { ...HEADERS }
    if (random.chance(0.1)) {
      headers.accept = random.pick(['application/graphql-response+json', 'text/html', '*/*'])
    }
    const text = hostileJson(random.chance(0.02) ? [params, params] : params)
    const body = random.chance(0.03) ? random.damaged(text) : text
    return { method: 'POST', path: '/graphql', headers, body }
  }

  #writer(): DocumentWriter {
    const random = this.#random
    if (this.#kept.length === KEPT_DOCUMENTS && !random.chance(NEW_DOCUMENT)) return random.pick(this.#kept)
    const kind: Roots = random.chance(0.55) ? 'query' : random.chance(0.9) ? 'mutation' : 'subscription'
    const writer = new DocumentWriter(kind, random, this.#idFor, this.#cursors)
    const at = this.#kept.length < KEPT_DOCUMENTS ? this.#kept.length : random.below(KEPT_DOCUMENTS)
    this.#kept[at] = writer
    return writer
  }
}
