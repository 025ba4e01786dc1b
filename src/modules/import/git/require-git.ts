import { DomainError } from '../../../core/errors.ts'
import { type Git, REQUIRED_GIT } from '../../../platform/git.ts'

/** Rejects the request if this server cannot run Git, or one that connects only to addresses that were checked. */
export async function requireGit(git: Git): Promise<void> {
  const version = await git.version()
  const required = REQUIRED_GIT.join('.')
  if (version === undefined) {
    throw new DomainError(
      'unavailable',
      `This server has no git. Ask its operator to install git ${required} or newer.`,
    )
  }
  const [major, minor] = version
  if (major < REQUIRED_GIT[0] || (major === REQUIRED_GIT[0] && minor < REQUIRED_GIT[1])) {
    throw new DomainError(
      'unavailable',
      `This server has git ${version.join('.')}; ${required} or newer is required. Ask its operator to update it.`,
    )
  }
}
