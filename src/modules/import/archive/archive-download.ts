import { type FileHandle, open } from 'node:fs/promises'
import { type Outbound, OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { refuseImport } from '../refusals.ts'

/** Archives up to this size are imported within the request; larger ones in the background. */
export const IMMEDIATE_BYTES = 8 * 1024 * 1024

/** Archives up to this size are kept in memory: creating, writing and removing a file takes several calls to other threads. */
const MEMORY_BYTES = 1024 * 1024

interface Download {
  outbound: Outbound
  url: string
  /** The path of a file for an archive that is not kept in memory. */
  newFile: () => Promise<string>
  maxBytes: number
  timeoutMs: number
  /** Archives with more bytes than this are not downloaded. */
  onlyUpTo?: number
  signal?: AbortSignal | undefined
  onProgress?: (done: number, total: number | undefined) => void
}

/** Ends the download of an archive that is imported in the background. */
class NotNow extends Error {}

/** The bytes of an archive while they arrive: in memory as long as they are few, and then in a file. */
class ReceivedBytes {
  readonly #newFile: () => Promise<string>
  #chunks: Uint8Array[] = []
  #size = 0
  #path: string | undefined
  #handle: FileHandle | undefined

  constructor(newFile: () => Promise<string>) {
    this.#newFile = newFile
  }

  get size(): number {
    return this.#size
  }

  async add(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.byteLength
    if (this.#handle) return this.#handle.appendFile(chunk)
    this.#chunks.push(chunk)
    if (this.#size <= MEMORY_BYTES) return
    this.#path = await this.#newFile()
    this.#handle = await open(this.#path, 'wx', 0o600)
    for (const each of this.#chunks.splice(0)) await this.#handle.appendFile(each)
  }

  /** All bytes, or the path of their file. */
  get(): Buffer | string {
    return this.#path ?? Buffer.concat(this.#chunks)
  }

  async close(): Promise<void> {
    await this.#handle?.close()
  }
}

/**
 * Downloads an archive. Returns its bytes if it is small, otherwise the path of its file, or null if it has more bytes
 * than are wanted.
 */
export async function downloadArchive(download: Download): Promise<Buffer | string | null> {
  const { outbound, url, maxBytes, timeoutMs, signal, onProgress } = download
  const onlyUpTo = download.onlyUpTo ?? maxBytes
  let isTooLarge = false
  const admit = (bytes: number) => {
    isTooLarge = bytes > onlyUpTo && bytes <= maxBytes
    if (isTooLarge) throw new NotNow()
  }
  const received = new ReceivedBytes(download.newFile)
  try {
    const { status } = await outbound.fetch(url, {
      maxBytes,
      timeoutMs,
      signal,
      receive: (status, headers) => {
        const isWanted = status === 200
        const total = isWanted ? Number(headers['content-length']) || undefined : undefined
        if (total !== undefined) admit(total)
        return async (chunk) => {
          if (!isWanted) return
          admit(received.size + chunk.byteLength)
          await received.add(chunk)
          onProgress?.(received.size, total)
        }
      },
    })
    if (status !== 200) {
      throw refuseImport('url', `The URL answered with status ${status} instead of the content.`)
    }
    return received.get()
  } catch (error) {
    if (isTooLarge) return null
    if (error instanceof OutboundRefused || error instanceof OutboundFailed)
      throw refuseImport('url', error.message)
    throw error
  } finally {
    await received.close()
  }
}
