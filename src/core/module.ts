import type { Database } from '../platform/database.ts'
import type { JobRun } from '../platform/queue.ts'
import type { Tools } from './context.ts'
import type { Kind } from './ids.ts'
import type { LoaderDefinition } from './loaders.ts'
import type { AnyListOperation, AnyOperation } from './operation.ts'
import type { Scope } from './viewer.ts'

/** A guarded loader per kind of id. Its scope is that of the kind. */
export type NodeLoaders = Partial<Record<Kind, LoaderDefinition<string, object>>>

/** What a job sees: the database itself, since nobody asks for it whose access would count. */
export interface JobContext extends Tools, JobRun {
  readonly database: Database
  readonly now: () => Date
}

/** Does a job that was enqueued. It may be begun more than once, so it has to find what is still to do. */
export type JobHandler = (payload: unknown, ctx: JobContext) => Promise<void>

/** A room of the house: what it can do, and how each door reaches it. Registered by one line in modules/index.ts. */
export interface Module<Route = unknown> {
  readonly name: string
  readonly operations: readonly AnyOperation[]
  readonly lists: readonly AnyListOperation[]
  readonly routes: readonly Route[]
  /** How `node(id:)` finds things of this module. */
  readonly nodes: NodeLoaders
  /** Jobs that its operations enqueue, by name. */
  readonly jobs: Readonly<Record<string, JobHandler>>
}

// Operations differ in their input and result types; a register holds them all and looks only at what they share.
type Loose = { id: string }

export function defineModule<Route>(definition: {
  name: string
  operations: readonly Loose[]
  lists: readonly Loose[]
  routes: readonly Route[]
  nodes?: Partial<Record<Kind, { name: string; scope: Scope | null }>>
  jobs?: Record<string, JobHandler>
}): Module<Route> {
  return { nodes: {}, jobs: {}, ...definition } as unknown as Module<Route>
}
