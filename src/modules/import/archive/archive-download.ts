import { open } from 'node:fs/promises'
import { type Outbound, OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { refuseImport } from '../refusals.ts'

/** Archives up to this size are imported within the request; larger ones in the background. */
export const IMMEDIATE_BYTES = 8 * 1024 * 1024

interface Download {
  outbound: Outbound
  url: string
  /** Where to write the archive. */
  file: string
  maxBytes: number
  timeoutMs: number
  /** Archives with more bytes than this are not downloaded. */
  onlyUpTo?: number
  signal?: AbortSignal | undefined
  onProgress?: (done: number, total: number | undefined) => void
}

/** Ends the download of an archive that is imported in the background. */
class NotNow extends Error {}

/** Downloads an archive to disk. Returns its path, or null if it has more bytes than are wanted. */
export async function downloadArchive(download: Download): Promise<string | null> {
  const { outbound, url, file, maxBytes, timeoutMs, signal, onProgress } = download
  const onlyUpTo = download.onlyUpTo ?? maxBytes
  let isTooLarge = false
  const admit = (bytes: number) => {
    isTooLarge = bytes > onlyUpTo && bytes <= maxBytes
    if (isTooLarge) throw new NotNow()
  }
  const handle = await open(file, 'wx', 0o600)
  try {
    let done = 0
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
          done += chunk.byteLength
          admit(done)
          await handle.appendFile(chunk)
          onProgress?.(done, total)
        }
      },
    })
    if (status !== 200) {
      throw refuseImport('url', `The URL answered with status ${status} instead of the content.`)
    }
    return file
  } catch (error) {
    if (isTooLarge) return null
    if (error instanceof OutboundRefused || error instanceof OutboundFailed)
      throw refuseImport('url', error.message)
    throw error
  } finally {
    await handle.close()
  }
}
