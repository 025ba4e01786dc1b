import type { Prisma } from '../generated/prisma/client.ts'
import type { NewEvent } from './events.ts'
import type { Reads } from './loaders.ts'
import type { Viewer } from './viewer.ts'

/** What an operation sees of the world while it reads. */
export interface Context {
  readonly viewer: Viewer
  readonly reads: Reads
  readonly now: () => Date
}

/** What an operation sees while it writes: the same, inside one transaction, and a way to say what happened. */
export interface WriteContext extends Context {
  readonly tx: Prisma.TransactionClient
  /** Appended to the event log as the transaction's last act, so that it is there if and only if the change is. */
  readonly emit: (event: NewEvent) => void
}
