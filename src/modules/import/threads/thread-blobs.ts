import type { TaskContext } from '../../../platform/workers/worker-tasks.ts'
import { type BlobStorage, storeBlobs } from '../../revisions/index.ts'
import type { BlobStore, BlobToStore } from '../storable.ts'

export interface Progress {
  done: number
  total: number
}

/** Asks the main thread to store the bytes of files. */
export interface BlobsQuestion extends Progress {
  blobs: BlobToStore[]
}

/** Small files that one statement stores together. */
const BATCH_BYTES = 512 * 1024
const BATCH_FILES = 200

/** Stores blobs from a worker: the main thread writes them, and the worker waits, so that few are in memory. */
export class ThreadBlobs implements BlobStore {
  readonly #ask: TaskContext['ask']
  #batch: BlobToStore[] = []
  #bytes = 0
  #progress: Progress = { done: 0, total: 0 }

  constructor(ask: TaskContext['ask']) {
    this.#ask = ask
  }

  async add(blob: BlobToStore, progress: Progress): Promise<void> {
    this.#progress = progress
    if (this.#bytes + blob.bytes.length > BATCH_BYTES) await this.flush()
    this.#batch.push(blob)
    this.#bytes += blob.bytes.length
    if (this.#bytes >= BATCH_BYTES || this.#batch.length >= BATCH_FILES) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#batch.length === 0) return
    const blobs = this.#batch
    this.#batch = []
    this.#bytes = 0
    // Small buffers share memory with others, and cannot be transferred.
    const transfer = blobs.flatMap(({ bytes }) =>
      bytes.byteLength > 0 && bytes.byteLength === bytes.buffer.byteLength
        ? [bytes.buffer as ArrayBuffer]
        : [],
    )
    await this.#ask({ blobs, ...this.#progress } satisfies BlobsQuestion, [...new Set(transfer)])
  }
}

/** The part on the main thread. */
export async function storeQuestion(
  storage: BlobStorage,
  spaceId: string,
  { blobs }: BlobsQuestion,
): Promise<void> {
  // Buffers arrive as plain arrays of bytes.
  const files = blobs.map(({ hash, bytes }) => ({
    hash,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  }))
  await storeBlobs(storage, spaceId, files)
}
