import type { Prisma } from '../../generated/prisma/client.ts'
import type { Git } from '../../platform/git.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { EnqueueOptions } from '../../platform/queue.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Viewer } from '../access/viewer.ts'
import type { NewEvent } from '../events/events.ts'
import type { RequestLoaders } from '../lists/definitions.ts'

/** What a write can use besides the database; none of it waits for another server. */
export interface LocalTools {
  readonly secrets: Secrets
  readonly git: Git
  /** Limits that the operator sets. */
  readonly limits: { readonly tokensPerUser: number }
}

/** What a preparation can use in addition, while no other request waits for it. */
export interface Tools extends LocalTools {
  /** The only client for URLs that callers send. */
  readonly outbound: Outbound
}

/** The context of an operation that reads. */
export interface Context {
  readonly viewer: Viewer
  readonly reads: RequestLoaders
  readonly now: () => Date
}

/** The context of a preparation outside the lock: it reads, and can use external servers. */
export interface PrepareContext extends Context {
  readonly tools: Tools
  /** Aborts when the client disconnects, to end long work. Absent where there is no connection. */
  readonly signal?: AbortSignal | undefined
}

/** The same within the lock, while others wait: it reads, and cannot reach other servers. */
export interface TurnContext extends Context {
  readonly tools: LocalTools
}

/** The context of an operation that writes: the same, in one transaction, and with events and jobs. */
export interface WriteContext extends TurnContext {
  readonly tx: Prisma.TransactionClient
  /**
   * Appended to the event log at the end of the transaction, so that it exists if and only if the change
   * does.
   */
  readonly emit: (event: NewEvent) => void
  /** Enqueues a job of a module, which any node runs after the transaction has committed. */
  readonly enqueue: (name: string, payload: object, options?: EnqueueOptions) => Promise<void>
}
