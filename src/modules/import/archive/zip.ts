import { crc32, inflateRawSync } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import { DomainError } from '../../../core/errors.ts'
import { refuseImport } from '../refusals.ts'
import type { ImportLimits, SkippedResource } from '../types.ts'
import { ArchiveBytes } from './archive-bytes.ts'

type UnpackLimits = Pick<ImportLimits, 'unpackedBytes' | 'fileBytes' | 'entries' | 'depth'>

interface Unpacked {
  files: Map<string, Buffer>
  /** Files that cannot be used. */
  skipped: SkippedResource[]
}

// Deflate can expand data a thousand times; documents and images stay far below this.
const highestRatio = 150
const ratioMattersFrom = 1024 * 1024
/** A file of this size is inflated at once: a stream takes ten times as long for a page. */
const smallBytes = 256 * 1024
const longestPath = 1024
const fileType = { mask: 0o170000, regular: 0o100000, folder: 0o040000 } as const
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them is a trick
const controlCharacters = /[\u0000-\u001f\u007f]/g

/**
 * An archive whose files are inflated one by one, when they are needed. Its headers are not trusted: sizes and checksums
 * are computed while inflating. A file that cannot be used is skipped; an archive that is an attack, or too large, is
 * rejected.
 */
export class Archive {
  /** Files that cannot be used. */
  readonly skipped: SkippedResource[] = []
  readonly #entries = new Map<string, Entry>()
  readonly #bytes: ArchiveBytes
  readonly #zip: ZipFile
  #room: number
  #rejection: DomainError | undefined

  private constructor(bytes: ArchiveBytes, zip: ZipFile, room: number) {
    this.#bytes = bytes
    this.#zip = zip
    this.#room = room
  }

  /** Opens a file on disk, or an archive in memory. */
  static async open(source: string | Buffer, limits: UnpackLimits): Promise<Archive> {
    const bytes = new ArchiveBytes(source)
    try {
      const options = { strictFileNames: true, autoClose: false }
      const zip = await fromRandomAccessReaderPromise(bytes, bytes.size, options)
      const archive = new Archive(bytes, zip, limits.unpackedBytes)
      await archive.#list(limits)
      return archive
    } catch (error) {
      bytes.end()
      throw error instanceof DomainError ? error : damaged(error)
    }
  }

  get paths(): IterableIterator<string> {
    return this.#entries.keys()
  }

  /** The bytes of a file. Throws a `DomainError` if it is damaged. */
  async read(path: string): Promise<Buffer> {
    this.throwIfRejected()
    const entry = this.#entries.get(path)
    if (entry === undefined) throw refuseImport(path, `${path} does not exist.`)
    try {
      const isSmall = entry.compressedSize <= smallBytes && entry.uncompressedSize <= smallBytes
      const content =
        isSmall && entry.uncompressedSize <= this.#room
          ? await inflateSmall(this.#bytes, this.#zip, entry)
          : await inflate(this.#zip, entry, this.#room)
      this.#room -= content.size
      if ('bytes' in content) return content.bytes
      throw refuseImport(path, content.reason)
    } catch (error) {
      if (error instanceof ArchiveRejected) this.#rejection = error.cause
      this.throwIfRejected()
      throw error
    }
  }

  /** Throws if the archive was rejected while a file was read: others may have taken the error for one of the file. */
  throwIfRejected(): void {
    if (this.#rejection) throw this.#rejection
  }

  close(): void {
    this.#zip.close()
  }

  async #list(limits: UnpackLimits): Promise<void> {
    if (this.#zip.entryCount > limits.entries) {
      throw refuseImport('url', `The archive has more than ${limits.entries} files.`)
    }
    for await (const entry of this.#zip.eachEntry()) {
      const { fileName: path } = entry
      const reason =
        problemOf(entry, limits) ?? (this.#entries.has(path) ? 'The archive has it twice.' : undefined)
      if (reason !== undefined) this.skipped.push({ path: shown(path), reason })
      else if (!path.endsWith('/')) this.#entries.set(path, entry)
    }
  }
}

/** Unpacks a small archive into memory. */
export async function unpackZip(bytes: Buffer, limits: UnpackLimits): Promise<Unpacked> {
  const archive = await Archive.open(bytes, limits)
  const { skipped } = archive
  const files = new Map<string, Buffer>()
  for (const path of archive.paths) {
    try {
      files.set(path, await archive.read(path))
    } catch (error) {
      archive.throwIfRejected()
      if (!(error instanceof DomainError)) throw error
      skipped.push({ path, reason: error.details?.[0]?.message ?? error.message })
    }
  }
  return { files, skipped }
}

/** The whole archive is rejected because of one of its files. */
class ArchiveRejected extends Error {
  override readonly cause: DomainError
  constructor(cause: DomainError) {
    super(cause.message)
    this.cause = cause
  }
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

/** Inflates a file that is small, as its header claims: one that is larger is damaged. */
async function inflateSmall(bytes: ArchiveBytes, zip: ZipFile, entry: Entry): Promise<Inflated> {
  const { compressedSize, uncompressedSize: size } = entry
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const stored = bytes.at(fileDataStart, compressedSize)
    // One more byte than claimed, so that neither an empty file nor the end of a full one needs another buffer.
    const limits = { maxOutputLength: size + 1, chunkSize: Math.max(size + 1, 64) }
    const content = entry.compressionMethod === 0 ? stored : inflateRawSync(stored, limits)
    if (content.length !== size) return { size, reason: 'It is damaged.' }
    return checked(entry, content, crc32(content))
  } catch {
    return { size, reason: 'It is damaged.' }
  }
}

async function inflate(zip: ZipFile, entry: Entry, room: number): Promise<Inflated> {
  const { fileName: path, compressedSize } = entry
  const chunks: Buffer[] = []
  let size = 0
  let sum = 0
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > room)
        throw new ArchiveRejected(refuseImport(path, 'The archive is too large when unpacked.'))
      if (size > ratioMattersFrom && size > compressedSize * highestRatio) {
        throw new ArchiveRejected(refuseImport(path, `${path} unpacks to far more than its compressed size.`))
      }
      sum = crc32(chunk, sum)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ArchiveRejected) throw error
    return { size, reason: 'It is damaged.' }
  }
  return checked(entry, Buffer.concat(chunks), sum)
}

const checked = (entry: Entry, bytes: Buffer, sum: number): Inflated =>
  sum === entry.crc32
    ? { size: bytes.length, bytes }
    : { size: bytes.length, reason: 'It is damaged: its checksum does not match.' }

function damaged(error: unknown): DomainError {
  const message = error instanceof Error ? error.message : ''
  const path = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(
    message,
  )?.[1]
  return path === undefined
    ? refuseImport('url', 'The archive is damaged or not a zip file.')
    : refuseImport(path, `${path} is outside the archive.`)
}
