import { isIP } from 'node:net'
import type { Git } from '../git.ts'
import { type Outbound, OutboundFailed, OutboundRefused, type PinnedUrl } from '../outbound.ts'
import { sizeOf } from './caches.ts'
import { LOCAL_CONFIG, type LocalRepository, runOf } from './objects.ts'
import { type GitOutput, GitStopped, runGit } from './process.ts'

/** Why a remote repository cannot be used. The message says what to do, and never contains credentials. */
export class GitRemoteError extends Error {
  override readonly name = 'GitRemoteError'
}

type GitService = 'git-upload-pack' | 'git-receive-pack'

/** A remote repository whose address is checked, resolved and final. */
export interface GitRemote {
  /** Without credentials. */
  url: string
  /** Configuration of runs that connect to it: fixed addresses, and the credentials. */
  config: Readonly<Record<string, string>>
}

/** More refs than any repository of documentation has. */
const ADVERTISEMENT_BYTES = 16 * 1024 * 1024
const ADVERTISEMENT_MS = 30_000
const WATCH_MS = 500

/**
 * Looks up a repository. Redirects are followed here, by the guarded client, and git follows none; the host name is
 * resolved once, and git connects to the result.
 */
export async function openRemote(
  outbound: Outbound,
  address: string,
  service: GitService,
  signal?: AbortSignal,
): Promise<GitRemote> {
  try {
    const first = await outbound.pin(address)
    const found = await outbound.fetch(`${baseOf(address)}/info/refs?service=${service}`, {
      headers: { 'git-protocol': 'version=2', 'user-agent': 'git/2.40 (Quire)' },
      maxBytes: ADVERTISEMENT_BYTES,
      timeoutMs: ADVERTISEMENT_MS,
      signal,
    })
    requireRepository(found.status, found.headers['content-type'] ?? '', first, service)
    const final = await outbound.pin(found.url)
    final.url.search = ''
    final.url.pathname = final.url.pathname.replace(/\/info\/refs$/, '')
    // Credentials belong to the host that they were sent for.
    const isSameOrigin = final.url.origin === first.url.origin
    return { url: final.url.href, config: configOf(final, isSameOrigin ? first.authorization : undefined) }
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed)
      throw new GitRemoteError(error.message)
    throw error
  }
}

const baseOf = (address: string): string => {
  const url = new URL(address)
  url.search = ''
  url.hash = ''
  return url.href.replace(/\/$/, '')
}

function requireRepository(
  status: number,
  type: string,
  { hostname, authorization }: PinnedUrl,
  service: string,
) {
  const right = service === 'git-receive-pack' ? 'write to' : 'read'
  if (status === 401 || status === 403) {
    throw new GitRemoteError(
      authorization === undefined
        ? `${hostname} requires credentials to ${right} this repository. Send them in the URL, as https://user:token@host/path.`
        : `${hostname} rejected the credentials in the URL. Use a token that may ${right} this repository.`,
    )
  }
  if (status === 404 || status === 410) {
    throw new GitRemoteError(
      `${hostname} has no repository at this URL, or it is not visible with these credentials. Check the URL.`,
    )
  }
  if (status !== 200) {
    throw new GitRemoteError(`${hostname} answered with status ${status}. Check the URL, or try again later.`)
  }
  if (!type.startsWith(`application/x-${service}-advertisement`)) {
    throw new GitRemoteError(
      `There is no Git repository at this URL of ${hostname}. Use the URL that "git clone" takes.`,
    )
  }
}

function configOf({ url, hostname, port, addresses }: PinnedUrl, authorization: string | undefined) {
  const pinned = addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address)).join(',')
  return {
    ...LOCAL_CONFIG,
    'protocol.allow': 'never',
    [`protocol.${url.protocol.slice(0, -1)}.allow`]: 'always',
    'http.followRedirects': 'false',
    ...(isIP(hostname) === 0 ? { 'http.curloptResolve': `${hostname}:${port}:${pinned}` } : {}),
    ...(authorization === undefined ? {} : { 'http.extraHeader': `Authorization: ${authorization}` }),
    'credential.helper': '',
    'core.askPass': '',
    'http.lowSpeedLimit': '100',
    // A server sends next to nothing while it packs a large repository.
    'http.lowSpeedTime': '300',
    // Objects of a small fetch are kept in a pack too: single files of objects would not count for the limit on bytes.
    'fetch.unpackLimit': '1',
    'fetch.recurseSubmodules': 'false',
    'push.recurseSubmodules': 'no',
  }
}

interface FetchLimits {
  /** The bytes of the packs in the repository. */
  maxBytes: number
}

/** Fetches one commit of a ref, and returns its id. Undefined if the remote does not have the ref. */
export async function fetchRef(
  repository: LocalRepository,
  remote: GitRemote,
  ref: string,
  limits: FetchLimits,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const local = localRef(ref)
  const done = await fetchInto(repository, remote, ref, limits, signal)
  if (done.code !== 0) {
    if (/couldn't find remote ref/i.test(done.stderr)) return undefined
    throw failureOf(done)
  }
  const { stdout } = await runGit(
    repository.program,
    ['rev-parse', '--verify', `${local}^{commit}`],
    runOf(repository),
  )
  return stdout.toString().trim()
}

/** Fetches a commit by its id. False if the remote does not have it, or gives only the tips of its branches. */
export async function fetchCommit(
  repository: LocalRepository,
  remote: GitRemote,
  commit: string,
  limits: FetchLimits,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await fetchInto(repository, remote, commit, limits, signal)).code === 0
}

const localRef = (name: string): string => `refs/quire/${Buffer.from(name).toString('hex')}`

/** Fetches a ref or a commit without its history, within the limits. */
async function fetchInto(
  repository: LocalRepository,
  remote: GitRemote,
  source: string,
  { maxBytes }: FetchLimits,
  signal: AbortSignal | undefined,
): Promise<GitOutput> {
  const before = await sizeOf(repository.directory)
  const tooLarge = new AbortController()
  const watch = setInterval(() => {
    void sizeOf(repository.directory).then(({ bytes }) => {
      if (bytes - before.bytes > maxBytes) tooLarge.abort()
    })
  }, WATCH_MS)
  const refusal = () =>
    new GitRemoteError(
      `The repository has more than ${maxBytes} bytes. Import a smaller one, or move large files out of it.`,
    )
  try {
    const args = ['fetch', '--depth=1', '--no-tags', '--no-write-fetch-head', '--quiet', '--force']
    const done = await connected(
      repository,
      remote,
      [...args, remote.url, `+${source}:${localRef(source)}`],
      signal ? AbortSignal.any([signal, tooLarge.signal]) : tooLarge.signal,
    )
    // It may have ended before the watch looked.
    if ((await sizeOf(repository.directory)).bytes - before.bytes > maxBytes) throw refusal()
    return done
  } catch (error) {
    if (tooLarge.signal.aborted) throw refusal()
    throw error
  } finally {
    clearInterval(watch)
  }
}

/** More than the refs whose names end with that of a branch have. */
const REFS_BYTES = 256 * 1024

/** The commit of a ref of a remote repository, without fetching it. Undefined if the remote does not have the ref. */
export async function tipOf(
  git: Git,
  remote: GitRemote,
  ref: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = ['ls-remote', '--refs', '--quiet', remote.url, ref]
  const done = await git.outsideRepositories(args, remote.config, { firstBytes: REFS_BYTES, signal })
  if (done.code !== 0) throw failureOf(done)
  const lines = done.stdout.toString().split('\n')
  // The name is a pattern that also matches the end of longer names.
  return lines.find((line) => line.endsWith(`\t${ref}`))?.split('\t', 1)[0]
}

/** Pushes a commit to a branch without force. False if the branch has moved meanwhile. */
export async function pushCommit(
  repository: LocalRepository,
  remote: GitRemote,
  commit: string,
  ref: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const args = ['push', '--porcelain', '--no-verify', '--quiet', remote.url, `${commit}:${ref}`]
  const done = await connected(repository, remote, args, signal)
  if (done.code === 0) return true
  const rejected = /^!\t.*?\t(.*)$/m.exec(done.stdout.toString())?.[1]
  if (rejected === undefined) throw failureOf(done)
  if (/^\[rejected\]|failed to update ref|cannot lock ref|fetch first/i.test(rejected)) return false
  throw new GitRemoteError(
    `The server rejected the commit: ${rejected.slice(0, 200)}. Check its rules for this branch, or use another one.`,
  )
}

const connected = (
  { program, directory, timeoutMs }: LocalRepository,
  { config }: GitRemote,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitOutput> => runGit(program, args, { directory, config, timeoutMs, signal })

function failureOf({ stderr }: GitOutput): Error {
  const line = stderr.split('\n').find((text) => /^(?:fatal|error|remote):/.test(text)) ?? 'git failed.'
  if (/authentication failed|could not read (?:username|password)|HTTP 40[13]/i.test(stderr))
    return new GitRemoteError('The server rejected the credentials in the URL. Use a token with access.')
  if (/unable to access|redirect|could not resolve|connection|timed? out|early EOF|RPC failed/i.test(stderr))
    return new GitRemoteError(`The server could not be reached (${line.slice(0, 200)}). Try again later.`)
  return new GitStopped(line.slice(0, 500))
}
