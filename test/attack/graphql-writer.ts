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
import { modules } from '../../src/modules/index.ts'
import type { IdFor } from './from-zod.ts'
import { hostileNumber, hostileText, hostileValue } from './hostile-values.ts'
import type { Random } from './random.ts'

const schema = graphqlSchema(modules)
const MAX_DEPTH = 4
const HOSTILE = 0.25
/** The share of arguments that are literals in the document instead of variables. */
const LITERAL = 0.15

export type Roots = 'query' | 'mutation' | 'subscription'

const rootOf = (kind: Roots) =>
  kind === 'query'
    ? schema.getQueryType()
    : kind === 'mutation'
      ? schema.getMutationType()
      : schema.getSubscriptionType()

const WORDS = ['text', 'Some Words', 'a', 'example.com', 'http://127.0.0.1:9/', '😀', '# Title\n\nText']

/** Writes one document, and values for its variables each time it is sent. */
export class DocumentWriter {
  readonly text: string
  readonly #variables: { name: string; type: GraphQLInputType; of: string }[] = []
  readonly #random: Random
  readonly #idFor: IdFor
  readonly #cursors: readonly string[]

  constructor(kind: Roots, random: Random, idFor: IdFor, cursors: readonly string[]) {
    this.#random = random
    this.#idFor = idFor
    this.#cursors = cursors
    this.text = this.#document(kind)
  }

  /** Different values on each call. */
  variables(): Record<string, unknown> {
    return Object.fromEntries(this.#variables.map(({ name, type, of }) => [name, this.#value(type, of, 0)]))
  }

  #document(kind: Roots): string {
    const random = this.#random
    const fields = Object.values(rootOf(kind)?.getFields() ?? {})
    const count = kind === 'query' ? 1 + random.below(2) : 1
    const chosen = Array.from({ length: count }, (_, n) => `f${n}: ${this.#field(random.pick(fields), 1)}`)
    const declared = this.#variables.map(({ name, type }) => `$${name}: ${type}`)
    return `${kind} Attack${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${chosen.join(' ')} }`
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
    if (this.#random.chance(LITERAL)) return literal(this.#value(type, name, 0), type)
    const variable = `v${this.#variables.length}`
    this.#variables.push({ name: variable, type, of: name })
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

/** A value as a GraphQL literal; enum values have no quotes. */
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
