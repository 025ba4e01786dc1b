import { z } from 'zod'
import { DomainError, type Reason, statusOf } from '../../core/errors.ts'
import { errorBody } from '../errors.ts'

const reasons = Object.keys(statusOf) as Reason[]

/** The body of every failure. */
export const RestError = z
  .object({
    error: z.object({
      code: z.int().meta({ description: 'The HTTP status.' }),
      message: z.string().meta({ description: 'What is wrong and what to do about it.' }),
      reason: z
        .enum(reasons as [Reason, ...Reason[]])
        .meta({ description: 'A stable code for programs. New reasons may be added.' }),
      details: z
        .array(z.object({ path: z.array(z.union([z.string(), z.int()])), message: z.string() }))
        .optional()
        .meta({ description: 'Which parts of the input are meant, where that is known.' }),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every failure.' })

interface Failure {
  name: string
  description: string
  /** One for each reason that has the status. */
  examples: readonly [Reason, string][]
}

/** The failures that an operation can have, by status. */
export const failures: Readonly<Record<number, Failure>> = {
  400: {
    name: 'InvalidInput',
    description: 'The input, or the cursor of a list, is not valid.',
    examples: [
      ['invalid_input', 'title: must have at most 50 characters (got 64)'],
      ['invalid_cursor', 'This cursor does not belong to this list. Start again without one.'],
    ],
  },
  401: {
    name: 'Unauthenticated',
    description: 'There is no token, or it is not valid.',
    examples: [['unauthenticated', 'Send a valid API token in the header "Authorization: Bearer <token>".']],
  },
  403: {
    name: 'Forbidden',
    description: 'You can see the resource, and your role or the scopes of the token do not allow this.',
    examples: [['forbidden', 'You need the edit role or higher in this space to open a change request.']],
  },
  404: {
    name: 'NotFound',
    description: 'It does not exist or is not visible to you, or the operation is not part of this server.',
    examples: [
      ['not_found', 'The space does not exist or is not visible to you.'],
      ['not_implemented', 'This operation of the public API is not part of this server.'],
    ],
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path has no such method. The header `Allow` lists those that it has.',
    examples: [['method_not_allowed', 'DELETE does not work here. Use GET or POST.']],
  },
  408: {
    name: 'RequestTimeout',
    description: 'The whole request did not arrive in time. The connection is closed.',
    examples: [
      ['request_timeout', 'The request did not arrive within 300 s. Send it again, faster or in parts.'],
    ],
  },
  409: {
    name: 'Conflict',
    description: 'The current state does not allow this.',
    examples: [['conflict', 'The change request is merged and cannot be changed any more.']],
  },
  412: {
    name: 'PreconditionFailed',
    description:
      '`If-Match` names another version than the current one, or what is written has no version; or a transfer lacks the ' +
      'role create in one of the organizations. Nothing was changed.',
    examples: [
      [
        'precondition_failed',
        'This was changed: its version is now 8. Read it again, and repeat your change.',
      ],
    ],
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than this operation accepts.',
    examples: [['payload_too_large', 'Send at most 1 MiB.']],
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The content type of the body is not supported.',
    examples: [['unsupported_media_type', 'Send JSON with "Content-Type: application/json".']],
  },
  429: {
    name: 'RateLimited',
    description: 'The budget of the user or of the address is used up. `Retry-After` says when to try again.',
    examples: [
      [
        'rate_limited',
        'The budget for this minute is used up. Try again in 12 s, or ask for less at a time.',
      ],
    ],
  },
  500: {
    name: 'InternalError',
    description: 'A fault of the server. Report the value of `X-Request-Id` to its operator.',
    examples: [['internal', 'Internal error. Report the request id to the operator of this server.']],
  },
  503: {
    name: 'Unavailable',
    description: 'The server cannot answer at the moment. `Retry-After` says when to try again.',
    examples: [['unavailable', 'The database cannot be reached. Try again in a few seconds.']],
  },
}

export const exampleOfFailure = (reason: Reason, message: string) =>
  errorBody(new DomainError(reason, message))
