import type { ByteCache } from '../../../core/byte-cache.ts'
import { refusedByPool } from '../../../core/worker-errors.ts'
import { WorkerPool, WorkerPoolBusy } from '../../../platform/workers/worker-pool.ts'
import type { PreviewCard } from './preview-card.ts'
import type { previewTasks } from './previews.tasks.ts'

/** What drawing costs besides the request itself. */
const POINTS = 5
/** An unusual logo must not keep the thread. */
const MAX_MS = 10_000

/** Images of pages that other services show for a link. They are drawn in a thread when they are first fetched. */
export class Previews {
  readonly #cache: ByteCache
  readonly #drawing = new Map<string, Promise<Uint8Array>>()
  readonly #pool = new WorkerPool<typeof previewTasks>({
    file: 'modules/publishing/previews/previews.worker',
    heapMegabytes: 256,
    timeoutMs: MAX_MS,
    maxQueued: 16,
  })

  constructor(cache: ByteCache) {
    this.#cache = cache
  }

  /** The image with this key. Requests for it at the same time share one drawing. */
  async find(
    key: string,
    organizationId: string,
    charge: (points: number) => void,
    card: () => Promise<PreviewCard>,
  ): Promise<Uint8Array> {
    const kept = this.#cache.get<Uint8Array>(`preview ${key}`)
    if (kept) return kept
    charge(POINTS)
    return this.#drawing.get(key) ?? this.#draw(key, organizationId, card)
  }

  async #draw(key: string, organizationId: string, card: () => Promise<PreviewCard>): Promise<Uint8Array> {
    const run = (given: PreviewCard) => this.#pool.run('draw', given, { organizationId })
    const drawing = card().then((given) =>
      run(given).catch((error) => {
        if (error instanceof WorkerPoolBusy || !given.logo) throw refusedByPool(error)
        // The image of the logo is broken, or takes too long.
        const { logo: _logo, ...rest } = given
        return run(rest)
      }),
    )
    this.#drawing.set(key, drawing)
    try {
      const bytes = await drawing
      this.#cache.set(`preview ${key}`, bytes, bytes.length)
      return bytes
    } finally {
      this.#drawing.delete(key)
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
