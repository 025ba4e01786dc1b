import { texts } from './texts/index.ts'

/** What the server has rejected, or that it could not be reached. */
export class Failure extends Error {
  /** One of the codes of the GraphQL API, in lower case, or `unreachable`. */
  readonly reason: string

  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}

/** What to show to a person. */
export function messageOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  // What a browser says when a person cancels, or nothing answers in time.
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) {
    return texts.problems.passkey
  }
  return error instanceof Error && error.message !== '' ? error.message : texts.problems.unknown
}
