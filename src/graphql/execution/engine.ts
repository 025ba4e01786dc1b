import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute as executeWithGraphQL,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql'
import { requireAdmission } from '../../core/access/viewer.ts'
import { DomainError, tokenRequired } from '../../core/errors.ts'
import type { RawJson } from '../../http/bodies/raw-json.ts'
import type { RequestIds } from '../../platform/observing/origin.ts'
import type { Tracer } from '../../platform/observing/span.ts'
import type { GraphQLContext } from '../context.ts'
import { toGraphQLError } from '../errors.ts'
import { LiveGroups, type LiveResults } from '../subscriptions/live-groups.ts'
import { operationIdOf } from './called-operations.ts'
import { type DocumentLimits, Documents, type PreparedDocument } from './documents.ts'
import { fieldLocator } from './field-locator.ts'
import { isOpenQuery } from './open-queries.ts'
import type { RegisteredDocuments } from './registered-documents.ts'

/** The parameters of a request, over any transport. */
export interface GraphQLParams {
  query?: string | null | undefined
  /** The ID of a registered document, instead of the text. */
  documentId?: string | null | undefined
  operationName?: string | null | undefined
  variables?: Record<string, unknown> | null | undefined
}

/** A request that can run: valid, within limits, and charged. */
export interface PreparedRequest {
  readonly prepared: PreparedDocument
  readonly operation: OperationDefinitionNode
  readonly variables: Record<string, unknown>
  readonly cost: number
  /** The data of a request that reads only the schema, which is the same for all callers. */
  readonly data: RawJson | null
}

interface EngineOptions {
  schema: GraphQLSchema
  limits: DocumentLimits
  documents: RegisteredDocuments
  introspection: boolean
  onFault: (error: unknown, ids: RequestIds) => void
  /** Called for every execution of a subscribed document. */
  onSubscriptionRun?: (() => void) | undefined
  tracer?: Tracer | undefined
}

/** The GraphQL cost of one point of a budget. */
const COST_PER_POINT = 100

const pointsOf = (cost: number) => Math.max(1, Math.ceil(cost / COST_PER_POINT))

/**
 * Runs GraphQL for every transport: the only place for limits, unauthenticated access, execution and
 * errors.
 */
export class Engine {
  readonly schema: GraphQLSchema
  readonly #documents: Documents
  readonly #options: EngineOptions
  readonly #groups: LiveGroups

  constructor(options: EngineOptions) {
    this.schema = options.schema
    this.#options = options
    this.#groups = new LiveGroups(options.onSubscriptionRun, options.tracer)
    this.#documents = new Documents(options.schema, options.limits, {
      hideSuggestions: !options.introspection,
    })
  }

  /** The number of groups of subscribers that share their results. */
  get liveGroups(): number {
    return this.#groups.size
  }

  /**
   * Checks everything that can be known before execution, and charges the cost beyond the point that every
   * request pays on arrival. Throws an error, or an array of GraphQL errors.
   */
  async prepare(params: GraphQLParams, context: GraphQLContext): Promise<PreparedRequest> {
    const given = params.variables ?? {}
    if (typeof given !== 'object' || Array.isArray(given)) {
      throw new DomainError('invalid_input', 'variables: must be an object')
    }
    const { introspection, documents } = this.#options
    const { viewer } = context.caller
    if (!viewer && !introspection) throw tokenRequired()
    const text = await documents.textOf(params)
    const prepared = viewer
      ? this.#documents.prepare(text)
      : this.#documents.prepareOnce(text, (document) => {
          if (!isOpenQuery(this.schema, operationIn(document, params.operationName))) throw tokenRequired()
        })
    const operation = operationIn(prepared.document, params.operationName)
    if (viewer) requireAdmission(viewer, { forReaders: operation.operation === 'query' })
    context.caller.origin.operation = operationIdOf(operation)
    if (!introspection && prepared.readsSchema) {
      throw new DomainError('forbidden', 'Introspection is disabled on this server.')
    }
    const variables = declaredOf(operation, given)
    const { cost, data } = this.#documents.priceOf(prepared, operation, variables)
    const points = pointsOf(cost)
    if (points > 1) await context.charge(points - 1)
    return { prepared, operation, variables, cost, data }
  }

  /** The text that a request runs. */
  textOf(params: Pick<GraphQLParams, 'query' | 'documentId'>): Promise<string> {
    return this.#options.documents.textOf(params)
  }

  /** Runs a query or a mutation. */
  execute(request: PreparedRequest, context: GraphQLContext): Promise<ExecutionResult> {
    return context.caller.during(() => this.#run(request, context))
  }

  async #run(request: PreparedRequest, context: GraphQLContext): Promise<ExecutionResult> {
    const { prepared, operation, variables, cost, data } = request
    if (data) return { data: data as never, extensions: { cost } }
    // Mutations run one after the other, and once: compiling them gains nothing.
    const compiled = operation.operation === 'query' ? this.#documents.compiledOf(prepared, operation) : null
    const result = compiled
      ? located(await compiled.query(undefined, context, variables), request)
      : await executeWithGraphQL(this.#argsOf(request, context))
    return this.#presented({ ...result, extensions: { ...result.extensions, cost } }, context)
  }

  /** Starts a subscription: its results as they come, or one result with the errors. */
  subscribe(request: PreparedRequest, context: GraphQLContext): Promise<LiveResults | ExecutionResult> {
    const { prepared, operation } = request
    return this.#groups.subscribe(
      this.#argsOf(request, context),
      { hash: prepared.hash, operation, points: pointsOf(request.cost) },
      {
        result: (result) => this.#presented(result, context),
        failure: (error) => this.failed(error, context),
      },
    )
  }

  /** The result of a request that could not be executed. */
  failed(error: unknown, ids: RequestIds): ExecutionResult {
    const errors = Array.isArray(error) ? error : [error]
    return { errors: errors.map((each) => this.#errorOf(each, ids)) }
  }

  #argsOf(request: PreparedRequest, contextValue: GraphQLContext): ExecutionArgs {
    return {
      schema: this.schema,
      document: request.prepared.document,
      operationName: request.operation.name?.value ?? null,
      variableValues: request.variables,
      contextValue,
      hideSuggestions: !this.#options.introspection,
    }
  }

  #presented(result: ExecutionResult, ids: RequestIds): ExecutionResult {
    const { errors, ...rest } = result
    if (!errors) return result
    return { errors: errors.map((error) => this.#errorOf(error, ids)), ...rest }
  }

  #errorOf(error: unknown, { requestId, traceId }: RequestIds): GraphQLError {
    const onFault = (fault: unknown) => this.#options.onFault(fault, { requestId, traceId })
    return toGraphQLError(error, { requestId, onFault })
  }
}

/** Adds the nodes of errors that the compiler has created without. */
function located(result: ExecutionResult, { prepared, operation }: PreparedRequest): ExecutionResult {
  if (!result.errors) return result
  const fieldAt = fieldLocator(prepared.document, operation)
  const errors = result.errors.map((error) => {
    const field = error.nodes || !error.path ? null : fieldAt(error.path)
    const { message, path, originalError, extensions } = error
    return field ? new GraphQLError(message, { nodes: [field], path, originalError, extensions }) : error
  })
  return { ...result, errors }
}

function operationIn(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (operation) return operation
  throw new DomainError(
    'invalid_input',
    'operationName: must be the name of an operation in the document. It is required when there are several.',
  )
}

/** Only the variables that the operation declares: others are not validated, so they must not be used. */
function declaredOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const declared: Record<string, unknown> = Object.create(null)
  for (const { variable } of variableDefinitions) {
    const name = variable.name.value
    if (Object.hasOwn(given, name)) declared[name] = given[name]
  }
  return declared
}
