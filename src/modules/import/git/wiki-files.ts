import { blobs, treeEntries } from '../../../platform/git/objects.ts'
import { refuseImport } from '../refusals.ts'
import type { FetchedWiki, ImportLimits, SkippedResource } from '../types.ts'

export interface WikiFiles {
  files: Map<string, Buffer>
  skipped: SkippedResource[]
}

const REASONS: Readonly<Record<string, string>> = {
  '120000': 'It is a symbolic link.',
  '160000': 'It is a submodule.',
}

/** The files of a wiki. All sizes are compared with the limits before any file is read. */
export async function wikiFiles(
  { repository, commit }: FetchedWiki,
  limits: ImportLimits,
): Promise<WikiFiles> {
  const refuse = (reason: string) => refuseImport('url', `The wiki cannot be read. ${reason}`)
  const { entries, isCut } = await treeEntries(repository, commit, { maxEntries: limits.entries })
  if (isCut) throw refuse(`It has more than ${limits.entries} files.`)
  const skipped: SkippedResource[] = []
  const paths: string[] = []
  const oids: string[] = []
  let total = 0
  for (const { path, mode, oid, size } of entries) {
    const parts = path.split('/')
    if (parts.length > limits.depth) throw refuse(`Its folders are more than ${limits.depth} deep.`)
    if (parts.some((part) => /^\.{0,2}$|\\/.test(part))) throw refuse('It has a path outside the repository.')
    const reason = REASONS[mode]
    if (reason !== undefined) {
      skipped.push({ path, reason })
      continue
    }
    total += size
    if (size > limits.fileBytes)
      throw refuse(`${path} is too large: a file has at most ${limits.fileBytes} bytes.`)
    if (total > limits.unpackedBytes) {
      throw refuse(`It is too large: its files have at most ${limits.unpackedBytes} bytes together.`)
    }
    paths.push(path)
    oids.push(oid)
  }
  const files = new Map<string, Buffer>()
  for await (const { bytes } of blobs(repository, oids))
    files.set(paths[files.size] ?? '', Buffer.from(bytes))
  return { files, skipped }
}
