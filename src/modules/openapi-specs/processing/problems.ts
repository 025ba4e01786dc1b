import type { ProcessError, ProcessErrorCode } from '../openapi-specs.model.ts'

/** The number of problems that are stored, and the length of their messages. */
const MAX_PROBLEMS = 20
const MAX_MESSAGE = 300

/** The reason why a source cannot be processed. */
export interface Failure {
  code: ProcessErrorCode
  errors: ProcessError[]
  /** All problems, of which `errors` are the first. */
  count: number
}

export const failure = (code: ProcessErrorCode, problems: readonly ProcessError[]): Failure => ({
  code,
  errors: problems
    .slice(0, MAX_PROBLEMS)
    .map(({ message, line }) => ({ message: message.slice(0, MAX_MESSAGE), line })),
  count: problems.length,
})

/** A problem that ends the processing of a source. */
export class SourceProblem extends Error {
  readonly failure: Failure

  constructor(code: ProcessErrorCode, ...problems: ProcessError[]) {
    super(problems[0]?.message)
    this.failure = failure(code, problems)
  }
}

export const unreadable = (message: string, line = 1) => new SourceProblem('PARSE_ERROR', { message, line })
