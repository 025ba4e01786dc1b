import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { DomainError } from '../../../core/errors.ts'
import { refuseImport } from '../refusals.ts'
import type { ImportLimits, SkippedResource } from '../types.ts'

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
 * An archive whose files are inflated one by one, when they are needed. Its headers are not trusted: sizes and checksums
 * are computed while inflating. A file that cannot be used is skipped; an archive that is an attack, or too large, is
 * rejected.
 */
export class Archive {
  /** Files that cannot be used. */
  readonly skipped: SkippedResource[] = []
  readonly #entries = new Map<string, Entry>()
  readonly #zip: ZipFile
  #room: number
  #rejection: DomainError | undefined

  private constructor(zip: ZipFile, room: number) {
    this.#zip = zip
    this.#room = room
  }

  /** Opens a file on disk, or an archive in memory. */
  static async open(source: string | Buffer, limits: UnpackLimits): Promise<Archive> {
    try {
      const options = { strictFileNames: true, autoClose: false }
      const zip =
        typeof source === 'string'
          ? await openPromise(source, options)
          : await fromBufferPromise(source, options)
      const archive = new Archive(zip, limits.unpackedBytes)
      await archive.#list(limits).catch((error: unknown) => {
        archive.close()
        throw error
      })
      return archive
    } catch (error) {
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
      const content = await inflate(this.#zip, entry, this.#room)
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
