import type { ByteCache } from '../../../core/byte-cache.ts'
import { findDownload } from '../../content/index.ts'
import { readSpecFile, type SpecBundle } from '../../openapi-specs/index.ts'
import type { BlobStorage } from '../../revisions/index.ts'

/** A file of a space that a block names. */
export interface SpecFile {
  organizationId: string
  spaceId: string
  blob: string
  name: string
  size: number
}

/** Larger files are not shown in pages: add them as OpenAPI specs, which are read once and not by every node. */
const MAX_BYTES = 4 * 1024 * 1024
/** Decoding more at once would block the event loop. */
const PIECE_BYTES = 512 * 1024

const reading = new Map<string, Promise<SpecBundle | null>>()

/** The OpenAPI document in a file. Null if it contains none. Equal files are read once, also those without a document. */
export async function specInFile(
  storage: BlobStorage,
  cache: ByteCache,
  file: SpecFile,
): Promise<SpecBundle | null> {
  if (file.size > MAX_BYTES) return null
  const key = `spec file ${file.blob}`
  const known = cache.get<{ bundle: SpecBundle | null }>(key)
  if (known) return known.bundle
  const running = reading.get(key)
  if (running) return running
  const found = readFile(storage, file).then((bundle) => {
    cache.set(key, { bundle }, bundle?.bytes.length ?? 0)
    return bundle
  })
  reading.set(key, found)
  try {
    return await found
  } finally {
    reading.delete(key)
  }
}

async function readFile(storage: BlobStorage, file: SpecFile): Promise<SpecBundle | null> {
  const opened = await (await findDownload(storage, file))?.open()
  if (!opened) return null
  const { size, read } = opened.bytes
  const pieces: Buffer[] = []
  for (let offset = 0; offset < Math.min(size, MAX_BYTES); ) {
    const piece = await read(offset, PIECE_BYTES)
    if (!piece || piece.length === 0) return null
    pieces.push(piece)
    offset += piece.length
  }
  return readSpecFile(file.organizationId, file.name, Buffer.concat(pieces))
}
