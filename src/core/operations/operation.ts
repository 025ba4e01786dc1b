import { z } from 'zod'
import type { Scope } from '../access/viewer.ts'
import type { ComputedList, ListDefinition } from '../lists/definitions.ts'
import type { PageRequest } from '../lists/page.ts'
import type {
  Context,
  OpenContext,
  PrepareContext,
  ReadContext,
  TurnContext,
  WriteContext,
} from './context.ts'
import type { VersionedRow } from './versions.ts'

/** The unit of the domain: its input, its authorization and its effect. API layers only bind operations. */
export interface Operation<Input extends z.ZodType, Subject, Result> {
  readonly id: string
  readonly input: Input
  readonly scope: Scope
  readonly writes: boolean
  /** True when it also answers callers without an API token. A token, if there is one, needs the scope. */
  readonly isOpen?: boolean
  /** True when it also answers readers of published content, with what they see. */
  readonly forReaders?: boolean
  /** True when it calls code that others have written, and fails with `no_runtime` where none runs. */
  readonly needsRuntime?: boolean
  /** The resource that it locks for long. Operations of one node with the same value run one after the other. */
  readonly serializeBy?: (input: z.output<Input>, ctx: Context) => string | Promise<string>
  /** The time limit of its transaction, if it is higher than the default. */
  readonly timeLimitMs?: number
  readonly authorize: (ctx: WriteContext, input: z.output<Input>) => Promise<Subject>
  /** The row that it changes, whose expected version a caller can send; null when it no longer exists. */
  readonly changes?: (subject: Subject, input: z.output<Input>) => VersionedRow | null
  /** Whether this input needs `prepare`. By default, every input does. */
  readonly needsPreparation?: (input: z.output<Input>) => boolean
  /** Runs before the transaction, and before the lock. */
  readonly prepare?: (ctx: PrepareContext, input: z.output<Input>, subject: Subject) => Promise<unknown>
  /** Runs before the transaction, within the lock: for data that the previous writer would make outdated. */
  readonly prepareInTurn?: (ctx: TurnContext, input: z.output<Input>, subject: Subject) => Promise<unknown>
  readonly run: (
    ctx: WriteContext,
    input: z.output<Input>,
    subject: Subject,
    prepared: unknown,
  ) => Promise<Result>
}

export type AnyOperation = Operation<z.ZodType, unknown, unknown>

type ContextOf<Writes extends boolean> = Writes extends true ? WriteContext : ReadContext

/**
 * Declares an operation. `authorize` loads the subject, throws not_found or forbidden, and passes it to
 * `run`.
 */
export function operation<Input extends z.ZodType, Subject, Result, Writes extends boolean>(definition: {
  id: string
  input: Input
  scope: Scope
  forReaders?: boolean
  needsRuntime?: boolean
  writes: Writes
  serializeBy?: (input: z.output<Input>, ctx: Context) => string | Promise<string>
  timeLimitMs?: number
  authorize: (ctx: ContextOf<Writes>, input: z.output<Input>) => Promise<Subject>
  changes?: (subject: Subject, input: z.output<Input>) => VersionedRow | null
  run: (ctx: ContextOf<Writes>, input: z.output<Input>, subject: Subject) => Promise<Result>
}): Operation<Input, Subject, Result> {
  // A read operation gets a context without a transaction, and its type has none.
  return definition as unknown as Operation<Input, Subject, Result>
}

/** Declares an operation that returns what `read` loads. `read` throws not_found or forbidden. */
export function readOperation<Input extends z.ZodType, Row>({
  read,
  ...declared
}: {
  id: string
  input: Input
  scope: Scope
  forReaders?: boolean
  read: (ctx: Context, input: z.output<Input>) => Promise<Row>
}): Operation<Input, Row, Row> {
  return operation({ ...declared, writes: false, authorize: read, run: async (_ctx, _input, row) => row })
}

/**
 * Declares a read operation that is open to visitors and anonymous callers. `read` gets a context without loaders, so
 * that nothing can be read for a visitor as if for a user, and decides by itself what the caller can see.
 */
export function openOperation<Input extends z.ZodType, Result>({
  read,
  ...declared
}: {
  id: string
  input: Input
  scope: Scope
  forReaders?: boolean
  read: (ctx: OpenContext, input: z.output<Input>) => Promise<Result>
}): Operation<Input, Result, Result> {
  const { authorize, ...rest } = readOperation<Input, Result>({
    ...declared,
    // The caller passes the context of an open operation.
    read: (ctx, input) => read(ctx as unknown as OpenContext, input),
  })
  return { ...rest, authorize, isOpen: true }
}

/**
 * When the slow part runs: before the lock, where it can fetch from other servers, or within it, where it
 * cannot.
 */
type Preparation<Input extends z.ZodType, Subject, Prepared> =
  | {
      needsPreparation?: (input: z.output<Input>) => boolean
      prepare: (ctx: PrepareContext, input: z.output<Input>, subject: Subject) => Promise<Prepared>
      prepareInTurn?: never
    }
  | {
      prepareInTurn: (ctx: TurnContext, input: z.output<Input>, subject: Subject) => Promise<Prepared>
      prepare?: never
    }

/**
 * Declares a write operation that first does slow work, such as fetching from other servers, without
 * holding a transaction open. It is authorized before that and, because the state may have changed
 * meanwhile, again in the transaction.
 */
export function preparedOperation<Input extends z.ZodType, Subject, Prepared, Result>(
  definition: {
    id: string
    input: Input
    scope: Scope
    needsRuntime?: boolean
    serializeBy?: (input: z.output<Input>, ctx: Context) => string | Promise<string>
    timeLimitMs?: number
    authorize: (ctx: Context, input: z.output<Input>) => Promise<Subject>
    changes?: (subject: Subject, input: z.output<Input>) => VersionedRow | null
    run: (ctx: WriteContext, input: z.output<Input>, subject: Subject, prepared: Prepared) => Promise<Result>
  } & Preparation<Input, Subject, Prepared>,
): Operation<Input, Subject, Result> {
  return { ...definition, writes: true } as unknown as Operation<Input, Subject, Result>
}

/**
 * A list below a parent. Called as an operation, it loads and authorizes the parent; bound to a nested
 * connection, it gets a parent that was authorized when it was loaded.
 */
export interface ListOperation<Input extends z.ZodType, Parent, Filters, Row extends object> {
  readonly id: string
  readonly input: Input
  readonly scope: Scope
  readonly forReaders?: boolean
  readonly parent: (ctx: Context, input: z.output<Input>) => Promise<Parent>
  /** Rejects callers who can see the parent but not this list of it. Called for both APIs. */
  readonly guard?: (ctx: Context, parent: Parent) => Promise<void>
  /** Rejects a page that may lack rows, after it was read, so that concurrent removals are noticed. */
  readonly verify?: (ctx: Context, parent: Parent, request: PageRequest) => Promise<void>
  readonly list: (
    parent: Parent,
    filters: Filters,
  ) => ListDefinition<Parent, Filters, Row> | ComputedList<Parent, Row>
  /** The part of the input that filters, without the ids of the parent. */
  readonly filters: z.ZodType<Filters>
}

export function listOperation<Input extends z.ZodType, Parent, Filters, Row extends object>(
  definition: ListOperation<Input, Parent, Filters, Row>,
): ListOperation<Input, Parent, Filters, Row> {
  return definition
}

/**
 * A list that REST embeds in the response of an operation and that GraphQL paginates. Its parent was authorized when it
 * was loaded.
 */
export function embeddedList<Parent, Row extends object>(
  { id, scope, forReaders = false }: Pick<AnyOperation, 'id' | 'scope' | 'forReaders'>,
  list: ComputedList<Parent, Row>,
): ListOperation<typeof NoInput, Parent, object, Row> {
  return {
    id,
    scope,
    forReaders,
    input: NoInput,
    filters: NoInput,
    parent: () => Promise.reject(new Error(`The list ${list.name} is read below its parent only.`)),
    list: () => list,
  }
}

const NoInput = z.object({})

export type AnyListOperation = ListOperation<z.ZodType, never, unknown, object>
