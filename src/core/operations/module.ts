import type { z } from 'zod'
import type { Database } from '../../platform/database.ts'
import type { JobRun } from '../../platform/queue.ts'
import { type Scope, scopes } from '../access/viewer.ts'
import { type EventFact, eventTypes } from '../events/events.ts'
import { type Kind, prefixes } from '../ids.ts'
import type { LoaderDefinition } from '../lists/loaders.ts'
import { Registry } from '../registry.ts'
import type { Tools } from './context.ts'
import type { AnyListOperation, AnyOperation, Operation } from './operation.ts'

/** A guarded loader per kind of id, or the operation that reads it. Its scope is that of the kind. */
export type NodeLoaders = Partial<Record<Kind, LoaderDefinition<string, object> | NodeOperation>>

/** For a kind whose operation finds more than its loader: the node is what the operation gives. */
export interface NodeOperation {
  readonly scope: Scope
  readonly operation: Operation<z.ZodType, unknown, object>
  readonly inputOf: (id: string) => object
}

export const nodeByOperation = <Input extends z.ZodType, Subject, Result extends object>(
  operation: Operation<Input, Subject, Result>,
  inputOf: (id: string) => object,
): NodeOperation => ({
  scope: operation.scope,
  operation: operation as unknown as NodeOperation['operation'],
  inputOf,
})

/** What a job sees: the database itself, since it runs for no caller whose access would count. */
export interface JobContext extends Tools, JobRun {
  readonly database: Database
  readonly now: () => Date
}

/** Does a job that was enqueued. It may be started more than once, so it has to find what is still to do. */
export type JobHandler = (payload: unknown, ctx: JobContext) => Promise<void>

/** What periodic work sees. It runs on one node at a time. */
export interface PeriodicContext {
  readonly database: Database
  readonly now: Date
  readonly signal: AbortSignal
  readonly eventRetentionDays: number
  readonly onProgress: (fields: object, message: string) => void
  /** Reports that a part of the work failed. The rest goes on, and the next run tries that part again. */
  readonly onError: (error: unknown, fields: Record<string, unknown>) => void
}

/** Work that is due again and again, such as removing what is too old. */
export type PeriodicWork = (ctx: PeriodicContext) => Promise<unknown>

/** Something that reads the event log in the background, such as the fan-out to webhooks. */
export interface LogFollower {
  /** Events were appended for this organization. */
  wake(organizationId: string): void
  /** Events may have been appended for any organization. */
  wakeAll(): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface LogFollowerOptions {
  readonly database: Database
  readonly isReady: () => boolean
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}

/** How to find what things of a kind are called, and the scope that takes. */
export interface Label {
  /** A `Scope`; the type of scopes is made of these declarations, so that it cannot be named here. */
  readonly scope?: string
  /** A SELECT of "id", "organizationId" (NULL where it is in all of them) and "label" for the ids in $1. */
  readonly select: string
}

/** What a module declares about its resources, for the parts of the frame that serve all of them. */
export interface Facts {
  /** Its kinds of things and the prefix of their ids. */
  readonly ids?: Readonly<Record<string, string>>
  /** Its types of events: who may know of them, and what they mean. */
  readonly events?: Readonly<Record<string, EventFact>>
  /** The token scopes it brings, described. */
  readonly scopes?: Readonly<Record<string, string>>
  /** How admins are shown what its things are called. */
  readonly labels?: Readonly<Record<string, Label>>
  /** Kinds whose ids an event may name to everybody who sees its space. */
  readonly withinSpace?: readonly string[]
}

/** What a module does in the background. */
export interface BackgroundWork {
  /** Jobs that its operations enqueue, by name. */
  readonly jobs: Readonly<Record<string, JobHandler>>
  /** Work that is due every ten minutes, by name; modules take turns in the order of the register. */
  readonly periodic: Readonly<Record<string, PeriodicWork>>
  readonly followers: Readonly<Record<string, (options: LogFollowerOptions) => LogFollower>>
}

/** A part of the domain: what it can do, and how each API reaches it. Registered by one line in modules/index.ts. */
export interface Module<Route = unknown> extends BackgroundWork {
  readonly name: string
  readonly facts: Facts
  readonly operations: readonly AnyOperation[]
  readonly lists: readonly AnyListOperation[]
  readonly routes: readonly Route[]
  /** How `node(id:)` finds things of this module. */
  readonly nodes: NodeLoaders
}

/** How to find the names of things, by their kind. */
export const labels = new Registry<Kind, Label>('label')
/** Kinds whose ids an event may name to everybody who sees its space. */
export const withinSpace = new Set<Kind>()

// Operations differ in their input and result types; a register holds them all and looks only at what they share.
type Loose = { id: string }

export function defineModule<Route>(
  definition: {
    name: string
    facts?: Facts
    operations: readonly Loose[]
    lists: readonly Loose[]
    routes: readonly Route[]
    nodes?: Partial<Record<Kind, { scope: Scope | null }>>
  } & Partial<BackgroundWork>,
): Module<Route> {
  const facts = definition.facts ?? {}
  prefixes.add(facts.ids ?? {})
  eventTypes.add(facts.events ?? {})
  scopes.add(facts.scopes ?? {})
  labels.add(facts.labels ?? {})
  for (const kind of facts.withinSpace ?? []) withinSpace.add(kind as Kind)
  const defaults = { nodes: {}, jobs: {}, periodic: {}, followers: {} }
  return { ...defaults, ...definition, facts } as unknown as Module<Route>
}
