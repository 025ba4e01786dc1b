import { z } from 'zod'
import { DomainError, type Reason, statusOf } from '../../core/errors.ts'
import { errorBody } from '../../http/error-body.ts'

const reasons = Object.keys(statusOf) as Reason[]

const NumberedLines = z.object({
  start: z.int().meta({ description: 'The number of the first line, from 1.' }),
  lines: z.array(z.string()),
})

const RestEditConflict = z
  .object({
    kind: z.string().meta({ description: 'The kind, such as `edit_edit` or `edit_delete`.' }),
    subjectId: z.string().meta({
      description: 'The ID of the page, file or reusable content, or the name of the variable.',
    }),
    field: z.string().optional().meta({ description: 'The field, if the conflict is about one.' }),
    revision: z.string().meta({ description: 'The current revision, which has `theirs`.' }),
    base: z.unknown().optional().meta({
      description: 'The text or the value in the expected revision; null if there is none.',
    }),
    theirs: z.unknown().optional().meta({ description: 'The current one.' }),
    ours: z.unknown().optional().meta({ description: 'The one in this request.' }),
    isTooLong: z.literal(true).optional().meta({
      description: 'The texts are too long for an error. Read them at their revisions.',
    }),
    hunks: z
      .array(z.object({ base: NumberedLines, theirs: NumberedLines, ours: NumberedLines }))
      .optional()
      .meta({ description: 'The lines of the texts that conflict.' }),
  })
  .meta({ description: 'A change that conflicts with what was saved since the expected revision.' })

/** The body of every error response. */
export const RestError = z
  .object({
    error: z.object({
      code: z.int().meta({ description: 'The HTTP status.' }),
      message: z.string().meta({ description: 'What is wrong and what to do about it.' }),
      reason: z
        .enum(reasons as [Reason, ...Reason[]])
        .meta({ description: 'A stable code for programs. New reasons may be added.' }),
      details: z
        .array(
          z.object({
            path: z.array(z.union([z.string(), z.int()])),
            message: z.string(),
            conflict: RestEditConflict.optional(),
          }),
        )
        .optional()
        .meta({ description: 'The fields of the input that are invalid or conflict, where they are known.' }),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every error response.' })

interface Failure {
  name: string
  description: string
  /** One for each reason that has the status. */
  examples: readonly [Reason, string][]
}

/** The error responses of an operation, by status. */
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
    description:
      'You can see the resource, but your role or the scopes of the token do not allow this operation.',
    examples: [
      ['forbidden', 'You need the edit role or higher in this space to open a change request.'],
      [
        'reauthentication_required',
        'This requires that you signed in within the last 15 minutes. Sign in again.',
      ],
    ],
  },
  404: {
    name: 'NotFound',
    description: 'It does not exist or is not visible to you, or the operation is not part of this server.',
    examples: [
      ['not_found', 'The space does not exist or is not visible to you.'],
      ['not_implemented', 'This operation of the public API is not part of this server.'],
      ['unknown_document', 'No document is registered with this ID. Send its text as "query".'],
    ],
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not support this method. The header `Allow` lists the supported ones.',
    examples: [['method_not_allowed', 'DELETE does not work here. Use GET or POST.']],
  },
  408: {
    name: 'RequestTimeout',
    description: 'The whole request did not arrive in time. The connection is closed.',
    examples: [
      [
        'request_timeout',
        'The request did not arrive within 300 s. Send it again, faster or in smaller parts.',
      ],
    ],
  },
  409: {
    name: 'Conflict',
    description: 'The current state of the resource does not allow this operation.',
    examples: [['conflict', 'This change request is merged and can no longer be changed. Open a new one.']],
  },
  412: {
    name: 'PreconditionFailed',
    description:
      '`If-Match` has another version than the current one, or the resource has no version; or a transfer requires the ' +
      'create role in both organizations. Nothing was changed.',
    examples: [
      [
        'precondition_failed',
        'This resource was changed: its version is now 8. Read it again, and repeat your change.',
      ],
    ],
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than this operation accepts.',
    examples: [['payload_too_large', 'The request body is too large: at most 1 MiB are allowed.']],
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The content type of the body is not supported.',
    examples: [
      ['unsupported_media_type', 'Unsupported media type. Send JSON with "Content-Type: application/json".'],
    ],
  },
  429: {
    name: 'RateLimited',
    description:
      'The rate limit of the user or of the address is exceeded. `Retry-After` says when to try again.',
    examples: [['rate_limited', 'The rate limit is exceeded. Try again in 12 s, or request less at a time.']],
  },
  500: {
    name: 'InternalError',
    description: 'An internal error of the server. Report the value of `X-Request-Id` to its operator.',
    examples: [['internal', 'Internal error. Report the request id to the operator of this server.']],
  },
  501: {
    name: 'NotExecutable',
    description: 'The operation would call the code of an integration, which this server does not run.',
    examples: [['no_runtime', 'Nothing on this server renders or runs tasks.']],
  },
  503: {
    name: 'Unavailable',
    description: 'The server is temporarily unavailable. `Retry-After` says when to try again.',
    examples: [['unavailable', 'The database cannot be reached. Try again in a few seconds.']],
  },
}

export const exampleOfFailure = (reason: Reason, message: string) =>
  errorBody(new DomainError(reason, message))
