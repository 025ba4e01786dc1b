import { type Zippable, zipSync } from 'fflate'

/** Files that are compressed already. */
const PACKED = /\.(?:png|jpe?g|gif|webp|avif|mp4|webm|zip|pdf|woff2?)$/i
/** What no import uses, and what can be large. */
const LEFT_OUT = /(?:^|\/)(?:\.git|node_modules|\.DS_Store|__MACOSX)(?:\/|$)/

/** A folder that somebody chose, as an archive. Its own name is left out. */
export async function packedFolder(files: readonly File[]): Promise<File> {
  const entries: Zippable = {}
  for (const file of files) {
    const path = file.webkitRelativePath || file.name
    if (LEFT_OUT.test(path)) continue
    entries[path] = [new Uint8Array(await file.arrayBuffer()), { level: PACKED.test(path) ? 0 : 6 }]
  }
  // In this thread: the policy of the page allows no worker from a script in memory.
  const bytes = zipSync(entries)
  const [name = 'folder'] = (files[0]?.webkitRelativePath ?? '').split('/')
  return new File([bytes as Uint8Array<ArrayBuffer>], `${name || 'folder'}.zip`)
}
