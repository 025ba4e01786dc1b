import type { FastifyRequest } from 'fastify'
import type { ExecutionResult } from 'graphql'
import { encodeAnswer } from '../../http/bodies/raw-json.ts'
import type { GraphQLContext } from '../context.ts'
import { httpStatusOf } from '../errors.ts'

const NEWER_TYPE = 'application/graphql-response+json'
const OLDER_TYPE = 'application/json'

/** A single result as it is sent. */
export interface HttpResult {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Buffer
}

/**
 * The status, headers and body of a result, as the specification of GraphQL over HTTP has them. For a client that accepts
 * only `application/json`, a result with errors of the document has the status 200.
 */
export async function httpResultOf(
  result: ExecutionResult,
  { headers: { accept = '' } }: FastifyRequest,
  { caller: { meter } }: GraphQLContext,
): Promise<HttpResult> {
  const isNewer = accept.includes(NEWER_TYPE)
  const status = httpStatusOf(result, { isOlderOnly: !isNewer && accept.includes(OLDER_TYPE) })
  return {
    status,
    headers: { 'Content-Type': `${isNewer ? NEWER_TYPE : OLDER_TYPE}; charset=utf-8` },
    body: meter.requireWithin(await encodeAnswer(result, meter)),
  }
}
