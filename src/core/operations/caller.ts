import type { z } from 'zod'
import { OTHER, type WorkOrigin } from '../../platform/observing/origin.ts'
import type { Span } from '../../platform/observing/span.ts'
import { StatementLimit } from '../../platform/statement-limit.ts'
import { holdsScope, requireDeclared, type Scope, type Viewer } from '../access/viewer.ts'
import { AnswerMeter, DEFAULT_ANSWER_BYTES, type RequestOptions } from '../answer-meter.ts'
import { notFound, tokenRequired } from '../errors.ts'
import type { ListAsk, LoaderDefinition, ReadDefinition, RequestLoaders } from '../lists/definitions.ts'
import { BatchingLoaders } from '../lists/loaders.ts'
import type { Page, PageRequest } from '../lists/page.ts'
import { askFor } from './ask-for.ts'
import type { Answered, Conditions, Present, WriteHooks } from './conditions.ts'
import type { Context, OpenContext, PrepareContext, Tools, WriteContext } from './context.ts'
import { fingerprintsOf } from './fingerprint.ts'
import { requireIdempotencyKey } from './idempotency.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import { noTools } from './no-tools.ts'
import { once, stillRunning } from './once.ts'
import type { ListOperation, Operation } from './operation.ts'
import { parseInput } from './parse-input.ts'
import { duringOperation, toolsWithin, withinOperation } from './tracing.ts'
import { type Store, writeOnce } from './write.ts'

export type { Store } from './write.ts'

/**
 * The only access of an API layer to the domain: it calls operations, lists and loaders, each with the
 * scope in its definition, and cannot reach the database.
 */
export class Caller {
  readonly viewer: Viewer | null
  /** Counts the texts in the response to this request. */
  readonly meter: AnswerMeter
  /** The operation is that of the API layer, or the first one that is called. */
  readonly origin: WorkOrigin
  readonly #store: Store
  readonly #now: () => Date
  readonly #tools: Tools
  /** All reads of this request go through it, so that no request takes the whole pool. */
  readonly #limited: StatementLimit
  readonly #signal: (() => AbortSignal) | undefined
  readonly #visitorToken: string | null
  #reads: RequestLoaders | null

  constructor(
    store: Store,
    viewer: Viewer | null,
    now: () => Date,
    tools: Tools = noTools,
    {
      signal,
      answer = { bytes: DEFAULT_ANSWER_BYTES },
      visitorToken = null,
      origin = { operation: OTHER },
    }: RequestOptions = {},
  ) {
    this.viewer = viewer
    this.#store = store
    this.#now = now
    this.#tools = tools
    this.#signal = signal
    this.#visitorToken = visitorToken
    this.meter = new AnswerMeter(answer)
    this.origin = origin
    this.#limited = new StatementLimit(store, origin)
    this.#reads = viewer && new BatchingLoaders(this.#limited, viewer, this.meter, origin)
  }

  /** Runs the operation of a request. In traces, statements and loader batches are parts of it. */
  during<Result>(work: () => Promise<Result>): Promise<Result> {
    return duringOperation(this.origin, work)
  }

  /**
   * Runs an operation: checks the caller and the token's scope, validates, authorizes, runs. A write is one
   * transaction.
   */
  async call<Input extends z.ZodType, Subject, Result>(
    operation: Operation<Input, Subject, Result>,
    input: unknown,
    { expectedVersion }: Pick<Conditions, 'expectedVersion'> = {},
  ): Promise<Result> {
    // First of all: unauthenticated requests do not cause any validation.
    this.admit(operation)
    const parsed = parseInput(operation.input, input)
    if (operation.writes) {
      return this.#inTurn(operation, parsed, requireDeclared(this.viewer, operation), { expectedVersion })
    }
    // An open operation was declared with its own kind of context.
    const ctx = (operation.isOpen ? this.#openContext() : this.#context()) as WriteContext
    const run = async () => operation.run(ctx, parsed, await operation.authorize(ctx, parsed), undefined)
    return withinOperation(this.origin, operation.id, run)
  }

  /**
   * The same, and builds the response from the result. A write with an idempotency key is done once: its
   * response is built and stored in the transaction of the write, and returned to every later request with
   * that key.
   */
  async answer<Input extends z.ZodType, Subject, Result, Answer>(
    operation: Operation<Input, Subject, Result>,
    input: unknown,
    { idempotencyKey, expectedVersion }: Conditions,
    form: string,
    present: Present<Result, Caller, Answer>,
  ): Promise<Answered<Answer>> {
    if (idempotencyKey === undefined || !operation.writes) {
      return {
        answer: await present(await this.call(operation, input, { expectedVersion }), this),
        isReplayed: false,
      }
    }
    const viewer = requireDeclared(this.viewer, operation)
    const { userId } = viewer
    const key = requireIdempotencyKey(idempotencyKey)
    const parsed = parseInput(operation.input, input)
    const fingerprints = await fingerprintsOf(this.#tools.secrets, operation.id, form, parsed)
    const keyed = { userId, key, fingerprints }
    const work = () =>
      once<Result, Answer>(keyed, {
        store: this.#store,
        secrets: this.#tools.secrets,
        now: this.#now,
        write: (hooks) => this.#inTurn(operation, parsed, viewer, { ...hooks, expectedVersion }),
        present: (result, db) => {
          const presenting = new Caller(this.#store, viewer, this.#now, this.#tools, {
            answer: this.meter.limits,
            origin: this.origin,
          })
          presenting.#reads = new BatchingLoaders(db, viewer, presenting.meter, this.origin)
          return present(result, presenting)
        },
      })
    // Requests on the same node wait here, without a connection.
    return KeyedMutex.of(this.#store).run(`idempotency ${userId} ${key}`, work, stillRunning)
  }

  /**
   * Runs a read operation on a subject that this caller has already loaded, which is what `authorize` would
   * return.
   */
  async callOn<Input extends z.ZodType, Subject, Result>(
    operation: Operation<Input, Subject, Result>,
    subject: Subject,
    input: unknown,
  ): Promise<Result> {
    requireDeclared(this.viewer, operation)
    if (operation.writes) throw new Error(`${operation.id} writes, so it must authorize by itself.`)
    const parsed = parseInput(operation.input, input)
    return operation.run(this.#context() as WriteContext, parsed, subject, undefined)
  }

  /** A page of a list whose parent is loaded and authorized by the operation. */
  async list<Input extends z.ZodType, Parent, Filters, Row extends object>(
    operation: ListOperation<Input, Parent, Filters, Row>,
    input: unknown,
    request: PageRequest,
  ): Promise<{ page: Page<Row, Parent>; parent: Parent; input: z.output<Input> }> {
    requireDeclared(this.viewer, operation)
    const parsed = parseInput(operation.input, input)
    const parent = await operation.parent(this.#context(), parsed)
    return {
      parent,
      input: parsed,
      page: await this.listBelow(operation, parent, askFor(operation, input, request)),
    }
  }

  /** A page of a list below a parent row that this caller has already loaded. */
  listBelow<Input extends z.ZodType, Parent, Filters, Row extends object>(
    operation: ListOperation<Input, Parent, Filters, Row>,
    parent: Parent,
    ask: ListAsk<Filters>,
  ): Promise<Page<Row, Parent>> {
    requireDeclared(this.viewer, operation)
    // A deleted resource can be read by users who can restore it; its lists are not found.
    if ((parent as { deletedAt?: Date | null }).deletedAt) throw notFound('The parent of this list')
    const { verify } = operation
    const page = () => this.#readsOfViewer().list(operation.list(parent, ask.filters), parent, ask)
    const read = verify
      ? () => page().then((rows) => verify(this.#context(), parent, ask.request).then(() => rows))
      : page
    // Creates as few promises as possible: this runs once for every row with a nested list.
    return operation.guard ? operation.guard(this.#context(), parent).then(read) : read()
  }

  /**
   * One row by key through a guarded loader: null when it does not exist or is not visible. The scope of
   * the loader is always checked.
   */
  load<Key, Value>(definition: ReadDefinition<Key, Value>, key: Key): Promise<Value>
  load<Key, Value>(definition: LoaderDefinition<Key, Value>, key: Key): Promise<Value | null>
  load<Key, Value>(
    definition: LoaderDefinition<Key, Value> | ReadDefinition<Key, Value>,
    key: Key,
  ): Promise<Value | null> {
    requireDeclared(this.viewer, definition)
    return 'read' in definition
      ? definition.read(this.#readsOfViewer(), key)
      : this.#readsOfViewer().load(definition, key)
  }

  /** The same for an optional part of a response: null when the token does not have the scope. */
  async loadOptional<Key, Value>(definition: LoaderDefinition<Key, Value>, key: Key): Promise<Value | null> {
    const isFor = definition.forReaders || !this.viewer?.reader
    return isFor && this.holds(definition.scope) ? this.load(definition, key) : null
  }

  /** Decrypts a secret of a row that this caller has loaded, which its response shows. */
  openSecret(scope: Scope, sealed: string): Promise<string> {
    requireDeclared(this.viewer, { scope })
    return this.#tools.secrets.open(sealed)
  }

  /** Whether the token has a scope; false for an unauthenticated request. */
  holds(scope: Scope | null): boolean {
    return this.viewer !== null && (scope === null || holdsScope(this.viewer, scope))
  }

  /** The same caller with an empty cache, for the next event of a subscription or the next look at a job. */
  renewed(span?: Span): Caller {
    // A live connection outlasts the state at sign-in, so access to users is checked for each event.
    const viewer = this.viewer && { ...this.viewer, isGuest: true }
    const origin = { ...this.origin, span }
    return new Caller(this.#store, viewer, this.#now, this.#tools, { answer: this.meter.limits, origin })
  }

  /** Throws unless this caller may call an operation, as far as it is known without the input. */
  admit(operation: { id: string; scope: Scope; isOpen?: boolean; forReaders?: boolean }): void {
    if (this.origin.operation === OTHER) this.origin.operation = operation.id
    if (!operation.isOpen || this.viewer) requireDeclared(this.viewer, operation)
  }

  requireViewer(scope: Scope): Viewer {
    return requireDeclared(this.viewer, { scope, forReaders: true })
  }

  #readsOfViewer(): RequestLoaders {
    if (!this.#reads) throw tokenRequired()
    return this.#reads
  }

  #context(): Context {
    const reads = this.#readsOfViewer()
    return { viewer: reads.viewer, reads, now: this.#now, tools: this.#tools }
  }

  #openContext(): OpenContext {
    return {
      user: this.viewer && !this.viewer.reader ? this.#context() : null,
      reader: this.viewer?.reader ?? null,
      visitorToken: this.#visitorToken,
      db: this.#limited,
      meter: this.meter,
      now: this.#now,
      tools: this.#tools,
    }
  }

  /** Slow work is done before the transaction, and only for authorized callers. */
  async #prepare<Input extends z.ZodType, Subject, Result>(
    operation: Operation<Input, Subject, Result>,
    prepare: NonNullable<Operation<Input, Subject, Result>['prepare']>,
    input: z.output<Input>,
  ): Promise<unknown> {
    const tools = toolsWithin(this.#tools, this.origin.span)
    const ctx: PrepareContext = { ...this.#context(), tools, signal: this.#signal?.() }
    // An operation with a preparation is authorized by reads outside the transaction.
    return prepare(ctx, input, await operation.authorize(ctx as unknown as WriteContext, input))
  }

  async #inTurn<Input extends z.ZodType, Subject, Result>(
    operation: Operation<Input, Subject, Result>,
    input: z.output<Input>,
    viewer: Viewer,
    hooks: WriteHooks<Result>,
  ): Promise<Result> {
    // Before the lock, so that others do not wait for a slow external server.
    const isPrepared = operation.needsPreparation?.(input) ?? true
    const prepared =
      operation.prepare && isPrepared ? await this.#prepare(operation, operation.prepare, input) : undefined
    const write = async () => {
      const current = operation.prepareInTurn
        ? await this.#prepare(operation, operation.prepareInTurn, input)
        : prepared
      const parts = { store: this.#store, viewer, now: this.#now, tools: this.#tools }
      const result = await withinOperation(this.origin, operation.id, (origin) =>
        writeOnce({ ...parts, origin }, operation, { input, prepared: current, hooks }),
      )
      // Data that this request has read may have changed with the write.
      this.#reads = new BatchingLoaders(this.#limited, viewer, this.meter, this.origin)
      return result
    }
    if (!operation.serializeBy) return write()
    return KeyedMutex.of(this.#store).run(await operation.serializeBy(input, this.#context()), write)
  }
}
