import { hash as digest } from 'node:crypto'
import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { DomainError } from '../../core/errors.ts'
import { RawJson } from '../../http/bodies/raw-json.ts'
import { MeteredCache } from '../../platform/observing/metered-cache.ts'
import { compiledFields } from './compiled-fields.ts'
import { Introspection } from './introspection.ts'
import { parseDocument, requireValid, withinStack } from './parse-document.ts'

export interface DocumentLimits {
  queryCost: number
  queryDepth: number
  documentBytes: number
}

const MAX_VARIABLE_ERRORS = 20
/** The number of values of the schema that cost as much as one field of data: they are in memory. */
const VALUES_PER_POINT = 2
/** Values of the schema together with data are read by graphql-js, one by one. */
const MAX_VALUES_BESIDE_DATA = 2_000
/** The maximum size of the caches of a node, in bytes. */
const DOCUMENTS_BYTES = 32 * 1024 * 1024
const COMPILED_BYTES = 64 * 1024 * 1024
const PRICES_BYTES = 16 * 1024 * 1024
/**
 * Heap per character of a parsed document, and per field of a compiled one. test/attack/document-heap.ts measures it on
 * documents of 1 to 64 kB: 47 to 93 bytes, and up to 700 for the operations that are compiled, before they run.
 */
const PARSED_PER_CHARACTER = 100
const COMPILED_PER_FIELD = 2_500
/** Heap of an entry besides its value. */
const ENTRY_BYTES = 500
const MAX_KEY_LENGTH = 150
/** Compiling takes as long as several executions, so a document is compiled when it has run this many times. */
const RUNS_BEFORE_COMPILING = 2
/** Operations with more fields are not compiled: compiling takes about 0.05 ms per field, without a pause. */
const MAX_COMPILED_FIELDS = 300

/** A parsed and valid document. */
export interface PreparedDocument {
  /** The SHA-256 of its text, which is its key in every cache. */
  readonly hash: string
  readonly length: number
  readonly document: DocumentNode
  /** Whether it contains introspection anywhere. */
  readonly readsSchema: boolean
  /** Whether other requests can use its cached parts. */
  readonly isShared: boolean
  /** How often it has run since it was parsed, without being compiled. */
  runs: number
}

/** What a request costs, and its data if it reads only the schema. */
interface Price {
  readonly cost: number
  readonly data: RawJson | null
}

const hashOf = (text: string) => digest('sha256', text, 'base64url')

/** A key of a cache: itself if its size is included in that of an entry, otherwise its hash. */
const shortened = (key: string) => (key.length <= MAX_KEY_LENGTH ? key : hashOf(key))

const validDocuments = new WeakMap<GraphQLSchema, MeteredCache<string, PreparedDocument>>()

/** Whether a document is valid depends on the schema alone, so all servers of a process share the valid ones. */
function validDocumentsOf(schema: GraphQLSchema): MeteredCache<string, PreparedDocument> {
  const known =
    validDocuments.get(schema) ??
    new MeteredCache<string, PreparedDocument>('graphql_documents', {
      maxSize: DOCUMENTS_BYTES,
      sizeCalculation: ({ length }) => ENTRY_BYTES + length * PARSED_PER_CHARACTER,
    })
  validDocuments.set(schema, known)
  return known
}

/**
 * Parses, validates, prices and compiles documents, each once. Every cache is keyed by hashes and bounded
 * in bytes.
 */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #limits: DocumentLimits
  readonly #suggesting: { readonly hideSuggestions: boolean }
  readonly #known: MeteredCache<string, PreparedDocument>
  readonly #compiled = new MeteredCache<string, { query: CompiledQuery | null; fields: number }>(
    'graphql_compiled',
    { maxSize: COMPILED_BYTES, sizeCalculation: ({ fields }) => ENTRY_BYTES + fields * COMPILED_PER_FIELD },
  )
  readonly #prices = new MeteredCache<string, Price>('graphql_costs', {
    maxSize: PRICES_BYTES,
    sizeCalculation: ({ data }) => ENTRY_BYTES + (data?.bytes.length ?? 0),
  })

  constructor(schema: GraphQLSchema, limits: DocumentLimits, suggesting: { hideSuggestions: boolean }) {
    this.#schema = schema
    this.#known = validDocumentsOf(schema)
    this.#limits = limits
    this.#suggesting = suggesting
  }

  /** Throws when it is too long, has syntax errors or validation errors (an array), or is too complex. */
  prepare(text: string): PreparedDocument {
    const hash = hashOf(this.#withinLimit(text))
    const known = this.#known.get(hash)
    if (known) return known
    const document = parseDocument(text)
    requireValid(this.#schema, document, this.#suggesting)
    const prepared = {
      hash,
      length: text.length,
      document,
      readsSchema: readsSchema(document),
      isShared: true,
      runs: 0,
    }
    this.#known.set(hash, prepared)
    return prepared
  }

  /**
   * The same for a request without a token: `admit` gets the parsed document first, and nothing is cached.
   */
  prepareOnce(text: string, admit: (document: DocumentNode) => void): PreparedDocument {
    const document = parseDocument(this.#withinLimit(text))
    admit(document)
    requireValid(this.#schema, document, this.#suggesting)
    return {
      hash: hashOf(text),
      length: text.length,
      document,
      readsSchema: readsSchema(document),
      isShared: false,
      runs: 0,
    }
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

  /**
   * The maximum cost of a request, known before it runs, and its data if it reads only the schema. A cost above the limit
   * is rejected here.
   */
  priceOf(
    prepared: PreparedDocument,
    operation: OperationDefinitionNode,
    given: Record<string, unknown>,
  ): Price {
    // The same variables have the same price, and are valid if they were before.
    const key = shortened(`${prepared.hash}|${operation.name?.value ?? ''}|${JSON.stringify(given)}`)
    const known = this.#prices.get(key)
    if (known) return known
    // Priced with the coerced values: an unchecked value could make the price anything, even NaN.
    const { coerced: variables, errors } = getVariableValues(
      this.#schema,
      operation.variableDefinitions ?? [],
      given,
      { maxErrors: MAX_VARIABLE_ERRORS, ...this.#suggesting },
    )
    if (errors) throw errors
    const { complexity: dataCost, depth } = this.#dataCost(prepared, operation, given)
    const read = this.#schemaRead(prepared, operation, variables)
    const { queryCost, queryDepth } = this.#limits
    // Introspection is deep by nature and touches no data; its cost bounds it.
    if (depth > queryDepth && read.text === null) {
      throw new DomainError(
        'query_too_complex',
        `The request is nested too deeply: it has ${depth} levels; at most ${queryDepth} are allowed. Split it into several requests.`,
      )
    }
    const cost = dataCost + read.values / VALUES_PER_POINT
    if (cost > queryCost) {
      throw new DomainError(
        'query_too_complex',
        `The request could cost ${Math.round(cost)} points; at most ${queryCost} are allowed. Request fewer rows (first, last) or fewer levels.`,
      )
    }
    const price = { cost, data: read.text === null ? null : new RawJson(Buffer.from(read.text)) }
    // Data of the schema is the same for all callers.
    if (prepared.isShared || price.data) this.#prices.set(key, price)
    return price
  }

  #dataCost(
    prepared: PreparedDocument,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ) {
    // The plugin prices the first operation of a document, so it gets a document with only this one.
    const definitions = prepared.document.definitions.filter(
      (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition === operation,
    )
    // The plugin coerces the variables itself: an already coerced enum value would be rejected.
    return withinStack(() =>
      complexityFromQuery({ kind: Kind.DOCUMENT, definitions }, { schema: this.#schema, variables }),
    )
  }

  #schemaRead(
    prepared: PreparedDocument,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ) {
    if (!prepared.readsSchema || operation.operation !== 'query') return { values: 0, text: null }
    const { queryCost } = this.#limits
    const read = new Introspection(this.#schema, prepared.document, {
      variables,
      maxValues: queryCost * VALUES_PER_POINT,
    })
    const { values, text } = withinStack(() => read.of(operation))
    if (text === null && values > MAX_VALUES_BESIDE_DATA) {
      throw new DomainError(
        'query_too_complex',
        `The request reads ${values} values of the schema; at most ${MAX_VALUES_BESIDE_DATA} are allowed together with other fields. Request "__schema" and "__type" separately.`,
      )
    }
    return { values, text }
  }

  /**
   * The operation as a function; null when the compiler does not support it, it has too many fields, or it has not run often
   * yet.
   */
  compiledOf(prepared: PreparedDocument, operation: OperationDefinitionNode): CompiledQuery | null {
    if (!prepared.isShared) return null
    const name = operation.name?.value ?? ''
    const key = `${prepared.hash}|${name}`
    const known = this.#compiled.get(key)
    if (known) return known.query
    if (prepared.runs < RUNS_BEFORE_COMPILING) {
      prepared.runs += 1
      return null
    }
    const fields = compiledFields(this.#schema, prepared.document, operation)
    const isShort = fields <= MAX_COMPILED_FIELDS && !prepared.readsSchema
    const query = isShort ? this.#compile(prepared.document, name) : null
    this.#compiled.set(key, { query, fields: query ? fields : 0 })
    return query
  }

  #compile(document: DocumentNode, name: string): CompiledQuery | null {
    const result = compileQuery(this.#schema, document, name, { disablingCapturingStackErrors: true })
    return isCompiledQuery(result) ? result : null
  }
}

function readsSchema(document: DocumentNode): boolean {
  let reads = false
  visit(document, {
    Field: ({ name }) => {
      reads ||= name.value === '__schema' || name.value === '__type'
    },
  })
  return reads
}
