import type { Queryable } from '../../../platform/database.ts'
import type { rasterizeTasks } from '../../../platform/images/rasterize.tasks.ts'
import { WorkerPool, WorkerPoolBusy } from '../../../platform/workers/worker-pool.ts'
import { logoBox, readCoverLogo } from '../cover-logo.ts'

/** Several times as sharp as on a screen. */
const BOX = { width: 4 * logoBox.width, height: 4 * logoBox.height }
const MAX_MS = 10_000

/** Draws logos for covers, in a thread of their own: an unusual one ends it, and not that of the PDF. */
export class CoverLogoDrawing {
  readonly #db: Queryable
  readonly #pool = new WorkerPool<typeof rasterizeTasks>({
    file: 'platform/images/rasterize.worker',
    heapMegabytes: 64,
    timeoutMs: MAX_MS,
  })

  constructor(db: Queryable) {
    this.#db = db
  }

  /** The logo as PNG. Null if it cannot be drawn. */
  async draw(id: string, organizationId: string): Promise<Uint8Array | null> {
    const image = await readCoverLogo(this.#db, id)
    if (!image) return null
    return this.#pool.run('toPng', { image, box: BOX }, { organizationId }).catch((error) => {
      // The PDF is rendered again later, with its logo.
      if (error instanceof WorkerPoolBusy) throw error
      return null
    })
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
