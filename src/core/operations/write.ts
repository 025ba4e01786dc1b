import type { z } from 'zod'
import type { Database } from '../../platform/database.ts'
import type { WorkOrigin } from '../../platform/observing/origin.ts'
import { enqueue } from '../../platform/queue.ts'
import { sendCall } from '../../platform/statements/statement-call.ts'
import type { Viewer } from '../access/viewer.ts'
import { isRetryable } from '../errors.ts'
import { type NewEvent, sendEvents } from '../events/events.ts'
import { BatchingLoaders } from '../lists/loaders.ts'
import type { WriteHooks } from './conditions.ts'
import type { Tools, WriteContext } from './context.ts'
import type { Operation } from './operation.ts'
import { requireVersion, withoutVersion } from './versions.ts'

export type Store = Pick<Database, 'query' | 'transaction' | 'onRetry'>

/** Deadlocks and failed compare-and-sets are normal under load; more consecutive ones than this are not. */
const MAX_ATTEMPTS = 5

/** What a write runs with: for whom, where and when. */
interface WriteParts {
  readonly store: Store
  readonly viewer: Viewer
  readonly now: () => Date
  readonly tools: Tools
  readonly origin: WorkOrigin
}

/** Runs a write as one transaction: authorizes, runs, appends the events. Repeats it after a deadlock. */
export async function writeOnce<Input extends z.ZodType, Subject, Result>(
  { store, viewer, now, tools, origin }: WriteParts,
  operation: Operation<Input, Subject, Result>,
  { input, prepared, hooks }: { input: z.output<Input>; prepared: unknown; hooks: WriteHooks<Result> },
): Promise<Result> {
  const options = { timeLimitMs: operation.timeLimitMs, origin }
  for (let attempt = 1; ; attempt++) {
    const events: NewEvent[] = []
    try {
      const result = await store.transaction(async (tx, db) => {
        await hooks.before?.(tx)
        const last: (() => PromiseLike<unknown>)[] = []
        const newContext = (): WriteContext => ({
          viewer,
          reads: new BatchingLoaders(db, viewer, undefined, origin),
          now,
          tx,
          emit: (event) => events.push(event),
          atEnd: (work) => last.push(work),
          enqueue: (name, payload, options) => enqueue(tx, name, payload, options),
          tools,
        })
        let ctx = newContext()
        let subject = await operation.authorize(ctx, input)
        if (hooks.expectedVersion !== undefined) {
          const row = operation.changes?.(subject, input)
          if (row === undefined) throw withoutVersion()
          if (row !== null) await requireVersion(tx, row, hooks.expectedVersion)
          // Data read before the row was locked may be older than the version that was just compared.
          ctx = newContext()
          subject = await operation.authorize(ctx, input)
        }
        const done = await operation.run(ctx, input, subject, prepared)
        await hooks.after?.(tx, db, done)
        // Sent with the commit, in one round trip: the rows and the organization that they lock are free right after.
        for (const work of last) await sendCall(work())
        if (events.length > 0) sendEvents(tx, events, viewer.userId, now())
        return done
      }, options)
      // Other nodes are notified; this one must not show what was before.
      for (const id of new Set(events.map(({ organizationId }) => organizationId))) tools.changed?.(id)
      return result
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error
      store.onRetry?.(origin)
    }
  }
}
