import { receivedBytes, transferable } from '../../../platform/workers/thread-bytes.ts'
import type { TaskContext } from '../../../platform/workers/worker-tasks.ts'
import { type BlobStorage, type NewBlob, storeBlobs } from '../../revisions/index.ts'
import type { BlobStore } from '../storable.ts'

export interface Progress {
  done: number
  total: number
}

/** Asks the main thread to store the bytes of files. */
export interface BlobsQuestion extends Progress {
  blobs: NewBlob[]
}

/** Small files that one statement stores together. */
const BATCH_BYTES = 512 * 1024
const BATCH_FILES = 200

/** Stores blobs from a worker: the main thread writes them, and the worker waits, so that few are in memory. */
export class ThreadBlobs implements BlobStore {
  readonly #ask: TaskContext['ask']
  #batch: NewBlob[] = []
  #bytes = 0
  #progress: Progress = { done: 0, total: 0 }

  constructor(ask: TaskContext['ask']) {
    this.#ask = ask
  }

  async add(blob: NewBlob, progress: Progress): Promise<void> {
    this.#progress = progress
    if (this.#bytes + blob.bytes.length > BATCH_BYTES) await this.#flush()
    this.#batch.push(blob)
    this.#bytes += blob.bytes.length
    if (this.#bytes >= BATCH_BYTES || this.#batch.length >= BATCH_FILES) await this.#flush()
  }

  rest(): NewBlob[] {
    return this.#batch.splice(0)
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0) return
    const blobs = this.#batch
    this.#batch = []
    this.#bytes = 0
    const transfer = blobs.flatMap(({ bytes }) => transferable(bytes))
    await this.#ask({ blobs, ...this.#progress } satisfies BlobsQuestion, [...new Set(transfer)])
  }
}

/** The part on the main thread. */
export async function storeQuestion(
  storage: BlobStorage,
  spaceId: string,
  { blobs }: BlobsQuestion,
): Promise<void> {
  await storeBlobs(storage, spaceId, receivedBlobs(blobs))
}

/** Blobs that the worker has sent. */
export const receivedBlobs = (blobs: readonly NewBlob[]): NewBlob[] =>
  blobs.map(({ hash, bytes }) => ({ hash, bytes: receivedBytes(bytes) }))
