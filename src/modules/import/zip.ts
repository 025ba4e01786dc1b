import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { DomainError } from '../../core/errors.ts'
import { refuseImport } from './refusals.ts'
import type { ImportLimits, SkippedResource } from './types.ts'

export type UnpackLimits = Pick<ImportLimits, 'unpackedBytes' | 'fileBytes' | 'entries' | 'depth'>

export interface Unpacked {
  files: Map<string, Buffer>
  /** Files that cannot be used. */
  skipped: SkippedResource[]
}

// Deflate can expand data a thousand times; documents and images stay far below this.
const highestRatio = 150
const ratioMattersFrom = 1024 * 1024
const longestPath = 1024
const fileType = { mask: 0o170000, regular: 0o100000, folder: 0o040000 } as const
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them is a trick
const controlCharacters = /[\u0000-\u001f\u007f]/g

/**
 * Unpacks an archive into memory. Its headers are not trusted: sizes and checksums are computed while inflating. A
 * file that cannot be used is skipped; an archive that is an attack, or too large, is rejected.
 */
export async function unpackZip(bytes: Buffer, limits: UnpackLimits): Promise<Unpacked> {
  const files = new Map<string, Buffer>()
  const skipped: SkippedResource[] = []
  let room = limits.unpackedBytes
  try {
    const archive = await fromBufferPromise(bytes, { strictFileNames: true })
    if (archive.entryCount > limits.entries) {
      throw refuseImport('url', `The archive has more than ${limits.entries} files.`)
    }
    for await (const entry of archive.eachEntry()) {
      const { fileName: path } = entry
      const reason = problemOf(entry, limits) ?? (files.has(path) ? 'The archive has it twice.' : undefined)
      if (reason !== undefined) skipped.push({ path: shown(path), reason })
      if (reason !== undefined || path.endsWith('/')) continue
      const content = await inflate(archive, entry, room)
      if ('reason' in content) skipped.push({ path, reason: content.reason })
      else files.set(path, content.bytes)
      room -= content.size
    }
  } catch (error) {
    throw error instanceof DomainError ? error : damaged(error)
  }
  return { files, skipped }
}

/** Why an entry cannot be used. */
function problemOf(entry: Entry, limits: UnpackLimits): string | undefined {
  const { fileName: path } = entry
  const segments = path.replace(/\/$/, '').split('/')
  if (path.length > longestPath) return `Its path is longer than ${longestPath} characters.`
  if (path.search(controlCharacters) >= 0) return 'Its name has control characters. Rename it.'
  if (segments.some((segment) => segment === '' || segment === '.')) return 'It is not a plain path.'
  if (segments.length > limits.depth) return `It is more than ${limits.depth} folders deep.`
  if (entry.isEncrypted()) return 'It is encrypted.'
  if (![0, 8].includes(entry.compressionMethod)) return 'Its compression is not supported.'
  const type = (entry.externalFileAttributes >>> 16) & fileType.mask
  if (type !== 0 && type !== fileType.regular && type !== fileType.folder) {
    return 'It is a link or a device. Replace it with the file.'
  }
  if (entry.uncompressedSize <= limits.fileBytes) return undefined
  return `It has ${entry.uncompressedSize} bytes; at most ${limits.fileBytes} are allowed.`
}

const shown = (path: string): string => path.slice(0, longestPath).replace(controlCharacters, '\ufffd')

type Inflated = { size: number } & ({ bytes: Buffer } | { reason: string })

async function inflate(archive: ZipFile, entry: Entry, room: number): Promise<Inflated> {
  const { fileName: path, compressedSize } = entry
  const chunks: Buffer[] = []
  let size = 0
  let sum = 0
  const stream = await archive.openReadStreamPromise(entry)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > room) throw refuseImport(path, 'The archive is too large when unpacked.')
      if (size > ratioMattersFrom && size > compressedSize * highestRatio) {
        throw refuseImport(path, `${path} unpacks to far more than its compressed size.`)
      }
      sum = crc32(chunk, sum)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    return { size, reason: 'It is damaged.' }
  }
  if (sum !== entry.crc32) return { size, reason: 'It is damaged: its checksum does not match.' }
  return { size, bytes: Buffer.concat(chunks) }
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
