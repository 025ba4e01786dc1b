import { appendEvents, type EventType, type NewEvent } from '../../../core/events/events.ts'
import type { JobContext } from '../../../core/operations/module.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'

/** The least time between two writes of the progress of one stage. */
const INTERVAL_MS = 1_000
/** Events per stage with a known total. */
const STEPS = 10

interface Progress<Stage> {
  stage: Stage
  done: number
  total: number | null
}

/** The row of work in the background whose progress is reported. */
interface Reported<Stage> {
  spaceId: string
  createdById: string | null
  event: Pick<NewEvent, 'changeRequestId' | 'subject'> & { type: EventType }
  /** Writes the progress to the row. The count is 0 if the work has ended. */
  write(tx: Prisma.TransactionClient, progress: Progress<Stage>): PromiseLike<{ count: number }>
}

/** Writes the progress of work in the background to its row, and a few events about it. */
export class ProgressLog<Stage extends string> {
  readonly #ctx: Pick<JobContext, 'database' | 'now'>
  readonly #reported: Reported<Stage>
  #stage: Stage | undefined
  #writtenAt = 0
  #step = 0

  constructor(ctx: Pick<JobContext, 'database' | 'now'>, reported: Reported<Stage>) {
    this.#ctx = ctx
    this.#reported = reported
  }

  async report(stage: Stage, done = 0, total?: number | undefined): Promise<void> {
    const isNew = stage !== this.#stage
    if (!isNew && performance.now() - this.#writtenAt < INTERVAL_MS) return
    const step = total ? Math.floor((done / total) * STEPS) : 0
    const isEvent = isNew || step > this.#step
    this.#stage = stage
    this.#step = step
    this.#writtenAt = performance.now()
    const { spaceId, createdById, event, write } = this.#reported
    const { database, now } = this.#ctx
    await database.transaction(async (tx) => {
      const { count } = await write(tx, { stage, done, total: total ?? null })
      const space = count > 0 && isEvent ? await tx.space.findUnique({ where: { id: spaceId } }) : null
      if (!space) return
      const { organizationId } = space
      await appendEvents(tx, [{ ...event, organizationId, spaceId }], createdById, now())
    })
  }
}
