import type { Prisma } from '../../generated/prisma/client.ts'
import type { Git } from '../../platform/git.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { EnqueueOptions } from '../../platform/queue.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Viewer } from '../access/viewer.ts'
import type { NewEvent } from '../events/events.ts'
import type { Reads } from '../lists/loaders.ts'

/** What a write may use besides the database: nothing of it waits for another server. */
export interface LocalTools {
  readonly secrets: Secrets
  readonly git: Git
  /** Limits that an operator sets. */
  readonly limits: { readonly tokensPerUser: number }
}

/** What a preparation may use besides that, while nobody waits for it. */
export interface Tools extends LocalTools {
  /** The only way out for addresses that callers give. */
  readonly outbound: Outbound
}

/** What an operation sees of the world while it reads. */
export interface Context {
  readonly viewer: Viewer
  readonly reads: Reads
  readonly now: () => Date
}

/** What an operation sees while it prepares a write before its turn: it reads, and may use the outside world. */
export interface PrepareContext extends Context {
  readonly tools: Tools
  /** Aborts when the client goes away: long work that nobody waits for ends. Absent where there is no connection. */
  readonly signal?: AbortSignal | undefined
}

/** The same within its turn, when others wait: it reads, and cannot reach other servers. */
export interface TurnContext extends Context {
  readonly tools: LocalTools
}

/** What an operation sees while it writes: the same, inside one transaction, and a way to say what happened. */
export interface WriteContext extends TurnContext {
  readonly tx: Prisma.TransactionClient
  /** Appended to the event log as the transaction's last act, so that it is there if and only if the change is. */
  readonly emit: (event: NewEvent) => void
  /** Asks for a job of a module, which is run by any node once the transaction has committed. */
  readonly enqueue: (name: string, payload: object, options?: EnqueueOptions) => Promise<void>
}
