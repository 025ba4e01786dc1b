import type { Prisma } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import type { TemporaryFiles } from '../../platform/disk/temporary-files.ts'
import type { ObjectStore } from '../../platform/files/object-store.ts'
import type { Git } from '../../platform/git.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { EnqueueOptions } from '../../platform/queue.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Reader, Viewer } from '../access/viewer.ts'
import type { AnswerMeter } from '../answer-meter.ts'
import type { NewEvent } from '../events/events.ts'
import type { RequestLoaders } from '../lists/definitions.ts'
import type { Settings } from '../settings.ts'
import type { SignsOfLife } from '../signs/signs-of-life.ts'

/** What a write can use besides the database; none of it waits for another server. */
export interface LocalTools {
  readonly secrets: Secrets
  readonly git: Git
  readonly settings: Settings
  /** Who is present, as this node knows it. */
  readonly signs: SignsOfLife
  /** Called after a write that has changed something of an organization has committed. */
  readonly changed?: ((organizationId: string) => void) | undefined
}

/** What a preparation can use in addition, while no other request waits for it. */
export interface Tools extends LocalTools {
  /** The only client for URLs that callers send. */
  readonly outbound: Outbound
  /** Files on the disk of this node, for what is too large to hold in memory. */
  readonly temporaryFiles: TemporaryFiles
  /** The object storage for the bytes of files; null if they are stored in the database. */
  readonly files: ObjectStore | null
}

/** The context of an operation that reads. */
export interface Context {
  readonly viewer: Viewer
  readonly reads: RequestLoaders
  readonly now: () => Date
  readonly tools: Pick<LocalTools, 'secrets' | 'settings' | 'git'>
}

/** The same where nothing is locked: it can also read the bytes of files. */
export interface ReadContext extends Context {
  readonly tools: Context['tools'] & Pick<Tools, 'files'>
}

/**
 * The context of an operation that is open to callers without an API token. It has no loaders of its own: loaders
 * work for a user, and only `user` has one.
 */
export interface OpenContext extends Pick<Context, 'now' | 'tools'> {
  /** The context of the user of an API token; null for a visitor or an anonymous caller. */
  readonly user: Context | null
  /** The reader of published content whose token was sent. Whether it is still admitted is not checked yet. */
  readonly reader: Reader | null
  /** The token of a visitor in the header `Authorization`. It is not verified yet. */
  readonly visitorToken: string | null
  readonly db: Queryable
  /** Counts the texts in the response, and charges for more than the request itself. */
  readonly meter: AnswerMeter
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
  /**
   * Runs this when the result has been read, right before the events are appended. For counters that many writers
   * change, so that their rows are locked only until the commit.
   */
  readonly atEnd: (work: () => PromiseLike<unknown>) => void
  /** Enqueues a job of a module, which any node runs after the transaction has committed. */
  readonly enqueue: (name: string, payload: object, options: EnqueueOptions) => Promise<void>
}
