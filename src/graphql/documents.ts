import { createHash } from 'node:crypto'
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
import { LRUCache } from 'lru-cache'
import { DomainError } from '../core/errors.ts'

export interface DocumentLimits {
  queryCost: number
  queryDepth: number
  documentBytes: number
}

const MAX_TOKENS = 5_000
const MAX_ALIASES = 100
const MAX_NESTING = 256
const MAX_VARIABLE_ERRORS = 20
/** What the caches of a node may hold, in bytes. */
const DOCUMENTS_BYTES = 32 * 1024 * 1024
const COMPILED_BYTES = 64 * 1024 * 1024
const COSTS_BYTES = 4 * 1024 * 1024
/**
 * Heap per character of a document. bench/document-heap.ts measures it on documents of 1 to 64 kB: 47 to 94 bytes parsed,
 * up to 225 more compiled.
 */
const PARSED_PER_CHARACTER = 100
const COMPILED_PER_CHARACTER = 250
/** Heap of an entry besides its value. */
const ENTRY_BYTES = 500

/** A document that was parsed and found valid. */
export interface PreparedDocument {
  /** The SHA-256 of its text: its name in every cache. */
  readonly hash: string
  readonly length: number
  readonly document: DocumentNode
  /** Whether other requests may use what is remembered of it. */
  readonly isShared: boolean
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

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

/** Values and types of variables that nest deeper than anything in the schema: walking them may overflow the stack. */
function nestingLimit() {
  let depth = 0
  const enter = () => {
    if (++depth > MAX_NESTING) {
      throw new DomainError('query_too_complex', `Nest values at most ${MAX_NESTING} levels deep.`)
    }
  }
  const leave = () => {
    depth--
  }
  return { ListValue: { enter, leave }, ObjectValue: { enter, leave }, ListType: { enter, leave } }
}

/** Parses, validates, prices and compiles documents, each once. Every cache is keyed by hashes and bounded in bytes. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #limits: DocumentLimits
  readonly #hideSuggestions: boolean
  readonly #known = new LRUCache<string, PreparedDocument>({
    maxSize: DOCUMENTS_BYTES,
    sizeCalculation: ({ length }) => ENTRY_BYTES + length * PARSED_PER_CHARACTER,
  })
  readonly #compiled = new LRUCache<string, { query: CompiledQuery | null; length: number }>({
    maxSize: COMPILED_BYTES,
    sizeCalculation: ({ length }) => ENTRY_BYTES + length * COMPILED_PER_CHARACTER,
  })
  readonly #costs = new LRUCache<string, number>({
    maxSize: COSTS_BYTES,
    sizeCalculation: () => ENTRY_BYTES,
  })

  constructor(schema: GraphQLSchema, limits: DocumentLimits, options: { hideSuggestions: boolean }) {
    this.#schema = schema
    this.#limits = limits
    this.#hideSuggestions = options.hideSuggestions
  }

  /** Throws what is wrong with it: too long, syntax errors, validation errors (an array), or query_too_complex. */
  prepare(text: string): PreparedDocument {
    const hash = hashOf(this.#withinLimit(text))
    const known = this.#known.get(hash)
    if (known) return known
    const document = withinStack(() => parseWithin(text))
    this.#validate(document)
    const prepared = { hash, length: text.length, document, isShared: true }
    this.#known.set(hash, prepared)
    return prepared
  }

  /** The same for a request without a token: `admit` sees the parsed document first, and nothing is remembered. */
  prepareOnce(text: string, admit: (document: DocumentNode) => void): PreparedDocument {
    const document = withinStack(() => parseWithin(this.#withinLimit(text)))
    admit(document)
    this.#validate(document)
    return { hash: hashOf(text), length: text.length, document, isShared: false }
  }

  #withinLimit(text: string): string {
    const { documentBytes } = this.#limits
    const bytes = Buffer.byteLength(text)
    if (bytes > documentBytes) {
      throw new DomainError(
        'payload_too_large',
        `query: The document has ${bytes} bytes; send at most ${documentBytes}.`,
      )
    }
    return text
  }

  #validate(document: DocumentNode): void {
    const errors = withinStack(() =>
      validate(this.#schema, document, [...specifiedRules, aliasLimit, nestingLimit], {
        hideSuggestions: this.#hideSuggestions,
      }),
    )
    if (errors.length > 0) throw errors
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
      { maxErrors: MAX_VARIABLE_ERRORS, hideSuggestions: this.#hideSuggestions },
    )
    if (errors) throw errors
    const key = hashOf(`${prepared.hash}|${operation.name?.value ?? ''}|${JSON.stringify(variables)}`)
    const known = this.#costs.get(key)
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
    if (prepared.isShared) this.#costs.set(key, complexity)
    return complexity
  }

  /** The operation as a function; null when it is of a kind that the compiler does not take, or runs once. */
  compiledOf(prepared: PreparedDocument, operation: OperationDefinitionNode): CompiledQuery | null {
    if (!prepared.isShared) return null
    const name = operation.name?.value ?? ''
    const key = `${prepared.hash}|${name}`
    const known = this.#compiled.get(key)
    if (known) return known.query
    const result = compileQuery(this.#schema, prepared.document, name, {
      disablingCapturingStackErrors: true,
    })
    const query = isCompiledQuery(result) ? result : null
    this.#compiled.set(key, { query, length: prepared.length })
    return query
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
