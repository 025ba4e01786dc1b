import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { CommandError } from '../command.ts'

/** The number of files in an archive without extensions of the format. */
const MOST_FILES = 65_535
const MOST_BYTES = 1024 * 1024 * 1024
/** The folder of Git itself. */
const LEFT_OUT = new Set(['.git'])

export interface FolderReport {
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
  if (paths.length > MOST_FILES) {
    throw new CommandError(`${folder} has ${paths.length} files; at most ${MOST_FILES} can be imported.`)
  }
  const handle = await open(file, 'wx', 0o600)
  try {
    const directory: Buffer[] = []
    let offset = 0
    for (const path of paths) {
      offset += await append(handle, directory, offset, path, await readFile(join(folder, path)))
      if (offset > MOST_BYTES) {
        throw new CommandError(`${folder} has more than ${MOST_BYTES} bytes. Import it in smaller parts.`)
      }
      report.files += 1
      onProgress(report.files, paths.length)
    }
    const listing = Buffer.concat(directory)
    const end = Buffer.alloc(22)
    end.write('504b0506', 'hex')
    end.writeUInt16LE(paths.length, 8)
    end.writeUInt16LE(paths.length, 10)
    end.writeUInt32LE(listing.length, 12)
    end.writeUInt32LE(offset, 16)
    await handle.appendFile(Buffer.concat([listing, end]))
  } finally {
    await handle.close()
  }
  return report
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

/** Appends one file, and its entry in the directory at the end. Returns the bytes that were written. */
async function append(
  handle: FileHandle,
  directory: Buffer[],
  offset: number,
  path: string,
  content: Buffer,
): Promise<number> {
  const name = Buffer.from(path)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(0x800, 2)
  shared.writeUInt32LE(crc32(content), 10)
  shared.writeUInt32LE(content.length, 14)
  shared.writeUInt32LE(content.length, 18)
  shared.writeUInt16LE(name.length, 22)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE((0o100644 << 16) >>> 0, 6)
  tail.writeUInt32LE(offset, 10)
  directory.push(Buffer.concat([Buffer.from('504b01021e03', 'hex'), shared, tail, name]))
  const head = Buffer.concat([Buffer.from('504b0304', 'hex'), shared, name])
  await handle.appendFile(head)
  await handle.appendFile(content)
  return head.length + content.length
}
