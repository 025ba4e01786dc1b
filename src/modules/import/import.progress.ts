import { appendEvents } from '../../core/events/events.ts'
import type { JobContext } from '../../core/operations/module.ts'
import type { Import } from '../../generated/prisma/client.ts'
import type { ImportStage } from './import.model.ts'

/** The least time between two writes of the progress of one stage. */
const INTERVAL_MS = 1_000
/** Events per stage with a known total. */
const STEPS = 10

/** Writes the progress of an import to its row, and a few events about it. */
export class ProgressLog {
  readonly #ctx: JobContext
  readonly #row: Import
  #stage: ImportStage | undefined
  #writtenAt = 0
  #step = 0

  constructor(ctx: JobContext, row: Import) {
    this.#ctx = ctx
    this.#row = row
  }

  async report(stage: ImportStage, done: number, total: number | undefined): Promise<void> {
    const isNew = stage !== this.#stage
    if (!isNew && performance.now() - this.#writtenAt < INTERVAL_MS) return
    const step = total ? Math.floor((done / total) * STEPS) : 0
    const isEvent = isNew || step > this.#step
    this.#stage = stage
    this.#step = step
    this.#writtenAt = performance.now()
    const { database, now } = this.#ctx
    const { id, spaceId, changeRequestId, createdById } = this.#row
    await database.transaction(async (tx) => {
      const { count } = await tx.import.updateMany({
        where: { id, state: 'running' },
        data: { stage, done, total: total ?? null },
      })
      const space = count > 0 && isEvent ? await tx.space.findUnique({ where: { id: spaceId } }) : null
      if (!space) return
      const { organizationId } = space
      const subject = { import: id, changeRequest: changeRequestId }
      const event = { organizationId, spaceId, changeRequestId, type: 'import.progressed', subject } as const
      await appendEvents(tx, [event], createdById, now())
    })
  }
}
