import type { z } from 'zod'
import type { Database } from '../../platform/database.ts'
import type { ObjectStore } from '../../platform/files/object-store.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { JobRun } from '../../platform/queue.ts'
import type {
  Authentication,
  AuthenticationOptions,
  ReaderTokens,
  SessionAuthentication,
} from '../access/authentication.ts'
import { type Scope, scopes } from '../access/viewer.ts'
import { type EventFact, eventTypes } from '../events/events.ts'
import type { UserFeed } from '../events/user-feed.ts'
import { type Kind, prefixes } from '../ids.ts'
import type { LoaderDefinition } from '../lists/definitions.ts'
import type { NodeRows } from '../node-rows.ts'
import { type PersonalData, personalData } from '../personal-data.ts'
import { Registry } from '../registry.ts'
import type { Settings } from '../settings.ts'
import type { Caller } from './caller.ts'
import type { Tools } from './context.ts'
import type { DescribedDownload, DescribedMessage, DownloadOptions, Downloads } from './downloads.ts'
import type { AnyListOperation, AnyOperation, Operation } from './operation.ts'
import type { SignIn, SignInOptions } from './sign-in.ts'
import type { Reference, ReferenceOptions, WebContent, WebOptions } from './web.ts'

/** What returns the rows of each kind of node. */
type NodeDefinitions = {
  readonly [Name in Kind]?: Name extends keyof NodeRows
    ? LoaderDefinition<string, NodeRows[Name]> | NodeOperation<NodeRows[Name]>
    : LoaderDefinition<string, object> | NodeOperation
}

/** A guarded loader per kind of id, or the operation that reads it. Its scope is that of the kind. */
export type NodeLoaders = Partial<Record<Kind, LoaderDefinition<string, object> | NodeOperation>>

/** For a kind whose operation finds more than its loader: the node is what the operation gives. */
interface NodeOperation<Row = object> {
  readonly scope: Scope
  readonly operation: Operation<z.ZodType, unknown, Row>
  readonly inputOf: (id: string) => object
}

export const nodeByOperation = <Input extends z.ZodType, Subject, Result extends object>(
  operation: Operation<Input, Subject, Result>,
  inputOf: (id: string) => object,
): NodeOperation<Result> => ({
  scope: operation.scope,
  operation: operation as unknown as NodeOperation<Result>['operation'],
  inputOf,
})

/** The context of a job: the database itself, because it runs for no caller. */
export interface JobContext extends Tools, JobRun {
  readonly database: Database
  readonly now: () => Date
  /** The client for outgoing requests that continue the trace of another request than the job does. */
  readonly outboundFor: (traceparent: string | null) => Outbound
  /**
   * Calls operations for the user whose request enqueued the job, with these scopes. The user's access is checked again
   * with every call.
   */
  readonly onBehalfOf: (userId: string, scopes: readonly [Scope, ...Scope[]]) => Caller
  /** Logs something that an operator should see, and that another attempt would not change. */
  readonly warn: (fields: object, message: string) => void
}

/** Runs an enqueued job. It may be started more than once, so it must check what is left to do. */
type JobHandler = (payload: unknown, ctx: JobContext) => Promise<void>

/** The context of periodic work, which runs on one node at a time. */
export interface PeriodicContext {
  readonly database: Database
  readonly files: ObjectStore | null
  readonly now: Date
  readonly signal: AbortSignal
  readonly settings: Settings
  readonly onProgress: (fields: object, message: string) => void
  /** Reports that a part of the work failed. The rest continues, and the next run retries that part. */
  readonly onError: (error: unknown, fields: Record<string, unknown>) => void
}

/** Periodic work, such as removing expired rows. */
export type PeriodicWork = (ctx: PeriodicContext) => Promise<unknown>

/** A background reader of the event log, such as one that sends events to other servers. */
export interface LogFollower {
  /** Events were appended for this organization. */
  notify(organizationId: string): void
  /** Events may have been appended for any organization. */
  notifyAll(): void
  /** Resolves when nothing is running. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface LogFollowerOptions {
  readonly database: Database
  readonly isReady: () => boolean
  readonly now: () => Date
  readonly onError: (error: unknown) => void
  readonly settings: Settings
}

interface UserFeedOptions {
  readonly database: Database
  readonly onError: (error: unknown) => void
}

/** How to look up the names of resources of a kind, and the scope that this requires. */
interface Label {
  /** A `Scope`; the type of scopes is built from these declarations, so it cannot be named here. */
  readonly scope?: string
  /** A SELECT of "id", "organizationId" (NULL if it is in all of them) and "label" for the ids in $1. */
  readonly select: string
}

/** The declarations of a module about its resources, for the shared parts of the server. */
export interface Facts {
  /** Its kinds of resources and the prefix of their ids. */
  readonly ids?: Readonly<Record<string, string>>
  /** Its event types, with audience and description. */
  readonly events?: Readonly<Record<string, EventFact>>
  /** Its token scopes, with descriptions. */
  readonly scopes?: Readonly<Record<string, string>>
  /** Its columns with encrypted texts, by table. They are encrypted again when the key is rotated. */
  readonly sealed?: Readonly<Record<string, string>>
  /** How to look up the names of its resources, for admins. */
  readonly labels?: Readonly<Record<string, Label>>
  /** Kinds whose ids an event shows to everyone who can see its space. */
  readonly withinSpace?: readonly string[]
  /** Names of inputs and fields that hold an id of a kind without being called like it, such as `owner` for a user. */
  readonly references?: Readonly<Record<string, string>>
}

/** The background work of a module. */
interface BackgroundWork {
  /** Jobs that its operations enqueue, by name. */
  readonly jobs: Readonly<Record<string, JobHandler>>
  /** How many jobs of a name a node runs at once, where it is fewer than it runs in total. */
  readonly jobLimits: Readonly<Record<string, number>>
  /** Work that runs every ten minutes, by name, in the order of the modules. */
  readonly periodic: Readonly<Record<string, PeriodicWork>>
  readonly followers: Readonly<Record<string, (options: LogFollowerOptions) => LogFollower>>
}

interface ReaderOptions {
  readonly now: () => Date
  readonly tools: Pick<Tools, 'secrets'>
}

/** What a module provides to the server besides operations. */
interface ServerParts {
  /** How callers are authenticated. Exactly one module declares it. */
  readonly authentication?: (options: AuthenticationOptions) => Authentication
  /** How people who have signed in are recognized. Exactly one module declares it. */
  readonly sessions?: (options: AuthenticationOptions) => SessionAuthentication
  /** How people sign in, and what they can do without. */
  readonly signIn?: (options: SignInOptions) => SignIn
  /** How readers of published content are identified. Exactly one module declares it. */
  readonly readers?: (options: ReaderOptions) => ReaderTokens
  /** Bytes that are served at signed paths. */
  readonly downloads?: (options: DownloadOptions) => Downloads
  /** Those that are part of the OpenAPI document, because a client can do more than read them. */
  readonly describedDownloads?: readonly DescribedDownload[]
  /** The requests that it sends to others, for the OpenAPI document. Called when all modules are declared. */
  readonly describedMessages?: () => readonly DescribedMessage[]
  /** What single users follow live. Exactly one module declares it. */
  readonly userFeed?: (options: UserFeedOptions) => UserFeed
  /** Published content as pages. Exactly one module declares it. */
  readonly web?: (options: WebOptions) => WebContent
  /** The reference of the REST API as pages. Exactly one module declares it. */
  readonly reference?: (options: ReferenceOptions) => Reference
}

/** The part of the server that one module declares. */
export function declaredPart<
  Part extends 'authentication' | 'sessions' | 'readers' | 'userFeed' | 'web' | 'reference',
>(modules: readonly ServerParts[], part: Part): NonNullable<ServerParts[Part]> {
  const declared = modules.flatMap((module) => module[part] ?? [])
  if (declared.length !== 1) throw new Error(`${declared.length} modules declare "${part}" instead of one.`)
  return declared[0] as NonNullable<ServerParts[Part]>
}

/**
 * A part of the domain: its operations, and how each API exposes them. Registered by one line in
 * modules/index.ts.
 */
export interface Module<Route = unknown> extends BackgroundWork, ServerParts {
  readonly name: string
  readonly facts: Facts
  readonly operations: readonly AnyOperation[]
  readonly lists: readonly AnyListOperation[]
  readonly routes: readonly Route[]
  /** Routes that answer readers of published content in place of those with the same method and path. */
  readonly readerRoutes: readonly Route[]
  /** How `node(id:)` finds resources of this module. */
  readonly nodes: NodeLoaders
}

/** The column with encrypted texts of each table that has one: those of modules, the responses to writes, and jobs. */
export const sealedColumns = new Registry<string, string>('encrypted column')
sealedColumns.add({ IdempotencyKey: 'answer', QueuedJob: 'sealed' })
/** How to look up the names of resources, by kind. */
export const labels = new Registry<Kind, Label>('label')
/** The kinds that names of inputs and fields refer to, where they are not called like the kind. */
export const references = new Registry<string, string>('reference')
/** Kinds whose ids an event shows to everyone who can see its space. */
export const withinSpace = new Set<Kind>()

// Operations differ in their input and result types; the list of a module holds them all and uses only what
// they share.
type Loose = { id: string }

export function defineModule<Route>(
  definition: {
    name: string
    facts?: Facts
    operations: readonly Loose[]
    lists: readonly Loose[]
    routes: readonly Route[]
    readerRoutes?: readonly Route[]
    nodes?: NodeDefinitions
    /** Its tables that refer to users: what of them is erased with a user, and what is part of an export. */
    personalData?: readonly PersonalData[]
  } & Partial<BackgroundWork> &
    ServerParts,
): Module<Route> {
  const facts = definition.facts ?? {}
  prefixes.add(facts.ids ?? {})
  eventTypes.add(facts.events ?? {})
  scopes.add(facts.scopes ?? {})
  sealedColumns.add(facts.sealed ?? {})
  labels.add(facts.labels ?? {})
  references.add(facts.references ?? {})
  for (const kind of facts.withinSpace ?? []) withinSpace.add(kind as Kind)
  personalData.push(...(definition.personalData ?? []))
  const defaults = { readerRoutes: [], nodes: {}, jobs: {}, jobLimits: {}, periodic: {}, followers: {} }
  return { ...defaults, ...definition, facts } as unknown as Module<Route>
}
