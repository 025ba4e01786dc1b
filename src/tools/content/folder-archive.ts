import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { CommandError } from '../command.ts'

const MAX_BYTES = 1024 * 1024 * 1024
/** The folder of Git itself. */
const LEFT_OUT = new Set(['.git'])

interface FolderReport {
  files: number
  /** Links and other entries that are no files. */
  skipped: { path: string; reason: string }[]
}

/** Writes the files of a folder to a zip archive, without compression. Links are not followed. */
export async function archiveFolder(
  folder: string,
  file: string,
  onProgress: (done: number, of: number) => void,
): Promise<FolderReport> {
  const report: FolderReport = { files: 0, skipped: [] }
  const paths = await filesIn(folder, report)
  const files = await Promise.all(
    paths.map(async (path) => ({ path, ...(await factsOf(join(folder, path))) })),
  )
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > MAX_BYTES) {
    throw new CommandError(
      `${folder} has ${bytes} bytes; at most ${MAX_BYTES} can be imported. Import it in smaller parts.`,
    )
  }
  const zip = new ZipFile()
  // A file that cannot be read, or that changes while it is read.
  const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject))
  for (const { path, size, mtime } of files) {
    // Each file is opened when its turn comes.
    zip.addReadStreamLazy(path, { compress: false, size, mtime, mode: 0o100644 }, (use) => {
      report.files += 1
      onProgress(report.files, files.length)
      use(
        null,
        createReadStream(join(folder, path)).on('error', (error) => zip.emit('error', error)),
      )
    })
  }
  zip.end()
  const written = pipeline(zip.outputStream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  await Promise.race([written, failed])
  return report
}

const factsOf = async (path: string) => {
  const { size, mtime } = await stat(path)
  return { size, mtime }
}

/** The paths of all files, with slashes, in the order of their bytes. */
async function filesIn(folder: string, { skipped }: FolderReport): Promise<string[]> {
  const paths: string[] = []
  const waiting = ['']
  for (let within = waiting.pop(); within !== undefined; within = waiting.pop()) {
    for (const entry of await readdir(join(folder, within), { withFileTypes: true })) {
      const path = within === '' ? entry.name : `${within}/${entry.name}`
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) waiting.push(path)
      else if (entry.isFile()) paths.push(path)
      else if (!entry.isDirectory()) skipped.push({ path, reason: 'It is not a file.' })
    }
  }
  return paths.sort()
}
