import type { Outbound, OutboundResponse } from '../../../platform/outbound.ts'
import { refuseImport } from '../refusals.ts'
import type { ImportLimits, SkippedResource } from '../types.ts'
import { type GitObject, PackError, readPack } from './git-pack.ts'

export interface GitTree {
  files: Map<string, Buffer>
  skipped: SkippedResource[]
}

interface Fetching {
  outbound: Outbound
  limits: ImportLimits
  signal?: AbortSignal | undefined
}

const objectId = /^[0-9a-f]{40}$/
const folderMode = '40000'
const linkModes: Record<string, string> = {
  '120000': 'It is a symbolic link.',
  '160000': 'It is a submodule.',
}

/**
 * Fetches the files of the latest commit of a repository with Git's HTTP protocol. Both requests use the guarded
 * client, which limits addresses, redirects, bytes and time, and no program is executed.
 */
export async function fetchGitTree(
  repository: string,
  { outbound, limits, signal }: Fetching,
): Promise<GitTree> {
  const options = { maxBytes: limits.sourceBytes, timeoutMs: limits.timeoutMs, signal }
  const start = new URL(repository)
  const advertised = await outbound.fetch(below(start, 'info/refs?service=git-upload-pack'), options)
  if (advertised.status !== 200) throw unavailable(advertised)
  const head = headOf(packetLines(advertised.body).lines)
  if (head === undefined) throw refuseImport('url', 'The repository is empty.')

  const place = new URL(advertised.url.replace(/\/info\/refs\?[^?]*$/, ''))
  if (place.origin === start.origin)
    Object.assign(place, { username: start.username, password: start.password })
  const shallow = head.capabilities.includes('shallow') ? packet('deepen 1\n') : ''
  const answer = await outbound.fetch(below(place, 'git-upload-pack'), {
    ...options,
    method: 'POST',
    headers: { 'content-type': 'application/x-git-upload-pack-request' },
    body: `${packet(`want ${head.id} no-progress agent=quire\n`)}${shallow}0000${packet('done\n')}`,
  })
  if (answer.status !== 200) throw unavailable(answer)
  try {
    const totalBytes = limits.unpackedBytes
    const pack = answer.body.subarray(packetLines(answer.body).end)
    const objects = readPack(pack, { objects: limits.entries * 4, objectBytes: limits.fileBytes, totalBytes })
    return filesOf(objects, head.id, limits)
  } catch (error) {
    if (error instanceof PackError)
      throw refuseImport('url', `The repository cannot be read. ${error.message}`)
    throw error
  }
}

const below = (repository: URL, path: string): URL => new URL(`${repository.href.replace(/\/$/, '')}/${path}`)

const packet = (line: string): string => (line.length + 4).toString(16).padStart(4, '0') + line

const unavailable = ({ status }: OutboundResponse) =>
  refuseImport('url', `There is no public repository at this URL (status ${status}).`)

/** The lines before the pack, or all lines. `end` is the offset of the pack. */
function packetLines(body: Buffer): { lines: string[]; end: number } {
  const lines: string[] = []
  let position = 0
  while (position + 4 <= body.length) {
    const prefix = body.toString('latin1', position, position + 4)
    if (prefix === 'PACK') break
    const length = /^[0-9a-f]{4}$/i.test(prefix) ? Number.parseInt(prefix, 16) : Number.NaN
    if (Number.isNaN(length) || position + length > body.length) {
      throw refuseImport('url', 'There is no Git repository at this URL.')
    }
    if (length > 4) lines.push(body.toString('utf8', position + 4, position + length))
    position += Math.max(length, 4)
  }
  return { lines, end: position }
}

function headOf(lines: string[]): { id: string; capabilities: string[] } | undefined {
  const refs = lines.filter((line) => !line.startsWith('#'))
  const capabilities = refs[0]?.split('\0')[1]?.trim().split(' ') ?? []
  for (const line of refs) {
    const [id = '', name] = line.split('\0', 1)[0]?.trim().split(' ') ?? []
    if (name === 'HEAD' && objectId.test(id)) return { id, capabilities }
  }
  return undefined
}

function filesOf(objects: Map<string, GitObject>, commit: string, limits: ImportLimits): GitTree {
  const found: GitTree = { files: new Map(), skipped: [] }
  // A tree can contain the same folder any number of times, so visited entries are counted and not received objects.
  let visited = 0
  let bytes = 0

  const get = (id: string, type: string): Buffer => {
    const object = objects.get(id)
    if (object?.type !== type) throw new PackError('It is incomplete.')
    return object.data
  }
  const visit = (id: string, folder: string, depth: number): void => {
    if (depth > limits.depth) throw new PackError(`Its folders are more than ${limits.depth} deep.`)
    for (const { mode, name, id: child } of treeEntries(get(id, 'tree'))) {
      const path = folder + name
      visited += 1
      if (visited > limits.entries) throw new PackError(`It has more than ${limits.entries} files.`)
      if (/^\.{0,2}$|[/\\]/.test(name)) throw new PackError('It has a path outside the repository.')
      const reason = linkModes[mode]
      if (reason !== undefined) found.skipped.push({ path, reason })
      else if (mode === folderMode) visit(child, `${path}/`, depth + 1)
      else {
        const data = get(child, 'blob')
        bytes += data.length
        if (bytes > limits.unpackedBytes) throw new PackError('It is too large when unpacked.')
        found.files.set(path, data)
      }
    }
  }
  const tree = /^tree ([0-9a-f]{40})\n/.exec(get(commit, 'commit').toString('latin1', 0, 46))?.[1] ?? ''
  visit(tree, '', 1)
  return found
}

function* treeEntries(data: Buffer): Generator<{ mode: string; name: string; id: string }> {
  for (let position = 0; position < data.length; ) {
    const space = data.indexOf(32, position)
    const nul = data.indexOf(0, space)
    if (space < 0 || nul < 0 || nul + 21 > data.length) throw new PackError('It is damaged.')
    const id = data.toString('hex', nul + 1, nul + 21)
    yield { mode: data.toString('latin1', position, space), name: data.toString('utf8', space + 1, nul), id }
    position = nul + 21
  }
}
