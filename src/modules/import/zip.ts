import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { DomainError } from '../../core/errors.ts'
import { refuseImport } from './refusals.ts'
import type { ImportLimits } from './types.ts'

export type UnpackLimits = Pick<ImportLimits, 'unpackedBytes' | 'fileBytes' | 'entries' | 'depth'>

// Deflate can expand data a thousand times; documents and images stay far below this.
const highestRatio = 150
const ratioMattersFrom = 1024 * 1024
const longestPath = 1024
const fileType = { mask: 0o170000, regular: 0o100000, folder: 0o040000 } as const

/** Unpacks an archive into memory. Its headers are not trusted: sizes and checksums are computed while inflating. */
export async function unpackZip(bytes: Buffer, limits: UnpackLimits): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  let room = limits.unpackedBytes
  try {
    const archive = await fromBufferPromise(bytes, { strictFileNames: true })
    if (archive.entryCount > limits.entries) {
      throw refuseImport('url', `The archive has more than ${limits.entries} files.`)
    }
    for await (const entry of archive.eachEntry()) {
      checkEntry(entry, limits)
      if (entry.fileName.endsWith('/')) continue
      if (files.has(entry.fileName)) {
        throw refuseImport(entry.fileName, `The archive has ${entry.fileName} twice.`)
      }
      const content = await inflate(archive, entry, { ...limits, unpackedBytes: room })
      room -= content.byteLength
      files.set(entry.fileName, content)
    }
  } catch (error) {
    throw error instanceof DomainError ? error : damaged(error)
  }
  return files
}

function checkEntry(entry: Entry, limits: UnpackLimits): void {
  const { fileName: path } = entry
  const refuse = (reason: string) => refuseImport(path, reason)
  const segments = path.replace(/\/$/, '').split('/')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them is a trick
  if (path.length > longestPath || /[\u0000-\u001f\u007f]/.test(path))
    throw refuse('The archive has an invalid file name.')
  if (segments.some((segment) => segment === '' || segment === '.'))
    throw refuse(`${path} is not a plain path.`)
  if (segments.length > limits.depth) throw refuse(`${path} is more than ${limits.depth} folders deep.`)
  if (entry.isEncrypted()) throw refuse(`${path} is encrypted.`)
  if (![0, 8].includes(entry.compressionMethod)) throw refuse(`${path} has an unsupported compression.`)
  const type = (entry.externalFileAttributes >>> 16) & fileType.mask
  if (type !== 0 && type !== fileType.regular && type !== fileType.folder) {
    throw refuse(`${path} is a link or a device, not a file.`)
  }
}

async function inflate(archive: ZipFile, entry: Entry, limits: UnpackLimits): Promise<Buffer> {
  const { fileName: path, compressedSize } = entry
  const chunks: Buffer[] = []
  let size = 0
  let sum = 0
  const stream = await archive.openReadStreamPromise(entry)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > limits.fileBytes) throw refuseImport(path, `${path} is larger than ${limits.fileBytes} bytes.`)
    if (size > limits.unpackedBytes) throw refuseImport(path, 'The archive is too large when unpacked.')
    if (size > ratioMattersFrom && size > compressedSize * highestRatio) {
      throw refuseImport(path, `${path} unpacks to far more than its compressed size.`)
    }
    sum = crc32(chunk, sum)
    chunks.push(chunk)
  }
  if (sum !== entry.crc32) throw refuseImport(path, `${path} is damaged: its checksum does not match.`)
  return Buffer.concat(chunks)
}

function damaged(error: unknown): DomainError {
  const message = error instanceof Error ? error.message : ''
  const path = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(
    message,
  )?.[1]
  return path === undefined
    ? refuseImport('url', 'The archive is damaged or not a zip file.')
    : refuseImport(path, `${path} is outside the archive.`)
}
