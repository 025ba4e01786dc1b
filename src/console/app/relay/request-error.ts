export { RequestError } from '../../../client/errors.ts'

/** The server has a newer build of the console, so that the files of this one are gone. */
export class NewVersionError extends Error {
  readonly code = 'NEW_VERSION'
}

/** The code of what a request or a live view failed with. */
export const codeOf = (error: unknown): string =>
  String((error as { code?: unknown } | null)?.code ?? 'INTERNAL')
