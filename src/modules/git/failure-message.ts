import { DomainError } from '../../core/errors.ts'
import { GitMissing, GitStopped } from '../../platform/git/process.ts'
import { GitRemoteError } from '../../platform/git/remote.ts'

/** The message of an error that the user can do something about. Undefined for one to retry. */
export function failureMessage(error: unknown): string | undefined {
  if (error instanceof DomainError) return error.reason === 'unavailable' ? undefined : error.message
  if (error instanceof GitRemoteError) return error.message
  if (error instanceof GitMissing) return 'This server has no git. Ask its operator to install it.'
  if (error instanceof GitStopped) return `Git failed: ${error.message} Try again, or check the repository.`
  return undefined
}
