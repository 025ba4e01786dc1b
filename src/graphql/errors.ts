import { GraphQLError, type SourceLocation } from 'graphql'
import { DomainError, presentable } from '../core/errors.ts'

interface ErrorReport {
  requestId: string
  /** Called with errors that are not caused by input: bugs and outages. */
  onFault: (error: unknown) => void
}

function extensionsOf(error: DomainError, requestId: string): Record<string, unknown> {
  return {
    code: error.reason.toUpperCase(),
    status: error.status,
    ...(error.details ? { details: error.details } : {}),
    ...(error.reason === 'internal' ? { requestId } : {}),
  }
}

/** The domain error of a GraphQL error. Errors of GraphQL itself are invalid input. */
function failureOf(error: GraphQLError, onFault: (error: unknown) => void): DomainError {
  // The compiler reports a null in a non-null field without a cause, like errors in a document.
  const brokenPromise = error.message.startsWith('Cannot return null for non-nullable field') ? error : null
  const original = error.originalError ?? brokenPromise
  if (!original || (original instanceof GraphQLError && original !== brokenPromise)) {
    return new DomainError('invalid_input', error.message)
  }
  const failure = presentable(original)
  if (failure.reason === 'internal' || failure.reason === 'unavailable') onFault(original)
  return failure
}

/** Converts any error to a GraphQL error, with the same reasons as the REST API. */
export function toGraphQLError(error: unknown, { requestId, onFault }: ErrorReport): GraphQLError {
  if (!(error instanceof GraphQLError)) {
    const failure = presentable(error)
    if (failure.reason === 'internal' || failure.reason === 'unavailable') onFault(error)
    return new GraphQLError(failure.message, { extensions: extensionsOf(failure, requestId) })
  }
  // The compiler creates errors of its own, which may lack extensions.
  const { extensions }: { extensions?: Record<string, unknown> } = error
  if (extensions?.code !== undefined) return error
  const failure = failureOf(error, onFault)
  const located = new GraphQLError(failure.message, {
    path: error.path ?? null,
    extensions: extensionsOf(failure, requestId),
  })
  return Object.assign(located, { locations: locationsOf(error) })
}

/** Errors can have any number of nodes: the first ones are enough to find the mistake. */
const MAX_LOCATIONS = 10

/** Where an error is in its document. Nodes have the lines of their tokens, because documents are kept without their text. */
function locationsOf({ nodes, locations }: GraphQLError): readonly SourceLocation[] | undefined {
  if (!nodes) return locations
  return nodes.slice(0, MAX_LOCATIONS).flatMap(({ loc }) => {
    const { line, column } = loc?.startToken ?? {}
    return line === undefined || column === undefined ? [] : [{ line, column }]
  })
}

/** Whether an error is one of the document itself: its syntax, its fields or its variables. Only these have a place in it. */
const isOfDocument = ({ locations }: GraphQLError) => locations !== undefined

/**
 * The HTTP status of a response: that of a request that could not run, or 503 when the database is unavailable. Clients that
 * know only `application/json` get 200 for errors of the document, because some of them read no body of another status.
 */
export function httpStatusOf(
  { data, errors = [] }: { data?: unknown; errors?: readonly GraphQLError[] | undefined },
  { isOlderOnly = false } = {},
): number {
  const statuses = errors.map((error) => Number(error.extensions.status ?? 500))
  if (statuses.includes(503)) return 503
  if (data !== undefined || (isOlderOnly && errors.every(isOfDocument))) return 200
  return statuses[0] ?? 200
}
