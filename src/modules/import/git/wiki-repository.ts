import type { LocalRepository } from '../../../platform/git/objects.ts'
import { GitStopped } from '../../../platform/git/process.ts'
import { fetchRef, GitRemoteError, openRemote } from '../../../platform/git/remote.ts'
import type { Git } from '../../../platform/git.ts'
import type { Outbound } from '../../../platform/outbound.ts'
import { refuseImport } from '../refusals.ts'
import { type FetchedWiki, type ImportLimits, importLimits } from '../types.ts'
import { requireGit } from './require-git.ts'

interface Fetching {
  url: string
  organizationId: string
  git: Git
  outbound: Outbound
  limits?: Partial<ImportLimits> | undefined
  signal?: AbortSignal | undefined
}

/** The repository of a wiki URL: `…/owner/name/wiki`, a page below it, or `…/name.wiki.git` itself. */
export function wikiRepository(address: string): string {
  const url = new URL(address)
  const [owner, name, section] = url.pathname.split('/').filter((segment) => segment !== '')
  if (owner && name && (section === 'wiki' || name.endsWith('.wiki.git') || name.endsWith('.wiki'))) {
    url.pathname = `/${owner}/${name.replace(/(?:\.wiki)?(?:\.git)?$/, '')}.wiki.git`
    url.search = ''
    url.hash = ''
    return url.href
  }
  throw refuseImport('url', 'Send the URL of a wiki, such as https://github.com/owner/name/wiki.')
}

/** Fetches the latest commit of a wiki, and runs work on it. */
export async function withWiki<T>(
  { url, organizationId, git, outbound, limits, signal }: Fetching,
  work: (wiki: FetchedWiki) => Promise<T>,
): Promise<T> {
  const address = wikiRepository(url)
  const { sourceBytes: maxBytes, timeoutMs } = { ...importLimits, ...limits }
  await requireGit(git)
  const deadline = AbortSignal.timeout(timeoutMs)
  const within = signal ? AbortSignal.any([signal, deadline]) : deadline
  const fetched = async (repository: LocalRepository): Promise<FetchedWiki> => {
    try {
      const remote = await openRemote(outbound, address, 'git-upload-pack', within)
      const commit = await fetchRef(repository, remote, 'HEAD', { maxBytes }, within)
      if (commit === undefined) throw refuseImport('url', 'The repository is empty.')
      // Spans cannot be passed to a thread.
      const { binary, searchPath } = repository.program
      return { repository: { ...repository, program: { binary, searchPath } }, commit }
    } catch (error) {
      if (deadline.aborted && !signal?.aborted) {
        throw refuseImport('url', `The wiki was not fetched within ${timeoutMs / 1000} seconds.`)
      }
      if (error instanceof GitRemoteError || error instanceof GitStopped) {
        throw refuseImport('url', error.message)
      }
      throw error
    }
  }
  // Git takes an object that it has for granted, so a copy belongs to the URL that it was fetched from.
  const key = JSON.stringify(['wiki', organizationId, address])
  return git.withCache(key, async (repository) => work(await fetched(repository)))
}
