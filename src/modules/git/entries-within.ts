import { type LocalRepository, type TreeEntry, treeEntries } from '../../platform/git/objects.ts'
import { GitRemoteError } from '../../platform/git/remote.ts'
import { GIT_LIMITS } from './git.model.ts'

const ADVICE = 'Set repoProjectDirectory to the folder with the content.'

/** The files of a commit in the project directory, within the limits. */
export async function entriesWithin(
  repository: LocalRepository,
  commit: string,
  folder: string,
  signal: AbortSignal,
): Promise<TreeEntry[]> {
  const { files: maxEntries, bytes: maxBytes } = GIT_LIMITS
  const { entries, isCut } = await treeEntries(repository, commit, { folder, maxEntries, signal })
  if (isCut) {
    throw new GitRemoteError(`There are more than ${maxEntries} files, which is the limit. ${ADVICE}`)
  }
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  if (bytes > maxBytes) {
    throw new GitRemoteError(
      `The files have ${bytes} bytes together; at most ${maxBytes} are allowed. ${ADVICE}`,
    )
  }
  return entries
}
