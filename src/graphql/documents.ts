import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { DomainError } from '../core/errors.ts'

export interface DocumentLimits {
  queryCost: number
  queryDepth: number
}

const MAX_TOKENS = 5_000
const MAX_ALIASES = 100
const MAX_VARIABLE_ERRORS = 20
/** How many documents, and costs of one document, are remembered. */
const REMEMBERED_DOCUMENTS = 500
const REMEMBERED_COSTS = 50

/** A document that was parsed and found valid, with what it takes to run it fast. */
export interface PreparedDocument {
  readonly text: string
  readonly document: DocumentNode
  readonly costs: Map<string, number>
  readonly compiled: Map<string, CompiledQuery | null>
}

/** A map that forgets what was added first. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  if (map.size >= most) {
    const [oldest] = map.keys()
    if (oldest !== undefined) map.delete(oldest)
  }
  map.set(key, value)
}

/** Aliases multiply work that depth does not show; `__typename` counts like any other field. */
function aliasLimit() {
  let aliases = 0
  return {
    Field(field: FieldNode) {
      if (field.alias && ++aliases === MAX_ALIASES + 1) {
        throw new DomainError('query_too_complex', `Use at most ${MAX_ALIASES} aliases in one request.`)
      }
    },
  }
}

/** Parses, validates, prices and compiles documents, each once. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #limits: DocumentLimits
  readonly #known = new Map<string, PreparedDocument>()

  constructor(schema: GraphQLSchema, limits: DocumentLimits) {
    this.#schema = schema
    this.#limits = limits
  }

  /** Throws what is wrong with it: syntax errors, validation errors (an array), or query_too_complex. */
  prepare(text: string): PreparedDocument {
    const known = this.#known.get(text)
    if (known) return known
    const document = withinStack(() => parseWithin(text))
    const errors = withinStack(() => validate(this.#schema, document, [...specifiedRules, aliasLimit]))
    if (errors.length > 0) throw errors
    const prepared: PreparedDocument = { text, document, costs: new Map(), compiled: new Map() }
    remember(this.#known, text, prepared, REMEMBERED_DOCUMENTS)
    return prepared
  }

  /** What a request will cost at the most, known before it runs. Too much is refused here. */
  costOf(
    prepared: PreparedDocument,
    operation: OperationDefinitionNode,
    given: Record<string, unknown>,
  ): number {
    // Priced as it will run: an unchecked value could make the price anything, even no number at all.
    const { coerced: variables, errors } = getVariableValues(
      this.#schema,
      operation.variableDefinitions ?? [],
      given,
      { maxErrors: MAX_VARIABLE_ERRORS },
    )
    if (errors) throw errors
    const key = `${operation.name?.value ?? ''}|${JSON.stringify(variables)}`
    const known = prepared.costs.get(key)
    if (known !== undefined) return known
    // The plugin prices the first operation of a document, so it is given a document with only ours.
    const definitions = prepared.document.definitions.filter(
      (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition === operation,
    )
    const { complexity, depth } = withinStack(() =>
      complexityFromQuery(
        { kind: Kind.DOCUMENT, definitions },
        // The plugin coerces them itself: an enum's own value would be refused the second time.
        { schema: this.#schema, variables: given },
      ),
    )
    const { queryCost, queryDepth } = this.#limits
    // Introspection is deep by nature and touches no data; its cost bounds it.
    if (depth > queryDepth && !isIntrospection(operation)) {
      throw new DomainError(
        'query_too_complex',
        `Nest at most ${queryDepth} levels; this request has ${depth}.`,
      )
    }
    if (complexity > queryCost) {
      throw new DomainError(
        'query_too_complex',
        `This request could cost ${Math.round(complexity)} points, more than ${queryCost}. Ask for fewer rows (first, last) or fewer levels.`,
      )
    }
    remember(prepared.costs, key, complexity, REMEMBERED_COSTS)
    return complexity
  }

  /** The operation as a function; null when it is of a kind that the compiler does not take. */
  compiledOf(prepared: PreparedDocument, operation: OperationDefinitionNode): CompiledQuery | null {
    const name = operation.name?.value ?? ''
    const known = prepared.compiled.get(name)
    if (known !== undefined) return known
    const result = compileQuery(this.#schema, prepared.document, name, {
      disablingCapturingStackErrors: true,
    })
    const compiled = isCompiledQuery(result) ? result : null
    prepared.compiled.set(name, compiled)
    return compiled
  }
}

/** What nests so deep that looking at it overflows the stack is too complex, not a fault of ours. */
function withinStack<Result>(look: () => Result): Result {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new DomainError('query_too_complex', 'Nest less deeply.')
  }
}

function parseWithin(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: MAX_TOKENS })
  } catch (error) {
    if (error instanceof Error && error.message.includes('token')) {
      throw error.message.includes(String(MAX_TOKENS))
        ? new DomainError('query_too_complex', `Send at most ${MAX_TOKENS} tokens in one request.`)
        : error
    }
    throw error
  }
}

/** True for a request that reads only the schema, which needs no viewer. */
export function isIntrospection(operation: OperationDefinitionNode): boolean {
  return operation.selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && selection.name.value.startsWith('__'),
  )
}

/** True when a document asks for the schema anywhere. */
export function asksForSchema(document: DocumentNode): boolean {
  let asks = false
  visit(document, {
    Field: ({ name }) => {
      asks ||= name.value === '__schema' || name.value === '__type'
    },
  })
  return asks
}
