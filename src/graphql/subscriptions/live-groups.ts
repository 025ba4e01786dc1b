import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type OperationDefinitionNode,
} from 'graphql'
import type { EventSource, Waiter } from '../../core/events/event-queue.ts'
import type { Tracer } from '../../platform/observing/span.ts'
import type { GraphQLContext } from '../context.ts'
import { liveGroupKey } from './live-group-key.ts'
import { LiveResult } from './live-result.ts'

/**
 * Thrown by a subscription's field for an event that is not for this viewer, who gets the next one instead.
 */
export class NotForViewer extends Error {}

/** What a subscription delivers: an event of the log, or a state that no log has. */
interface LiveEvent {
  readonly trace?: string | null
}

/** The result of a skipped event, which is not sent. */
const PASSED_OVER = new LiveResult({ data: {} })

/** How the engine formats results and errors. */
interface Presentation {
  result: (result: ExecutionResult) => ExecutionResult
  failure: (error: unknown) => ExecutionResult
}

interface SubscribedDocument {
  hash: string
  operation: OperationDefinitionNode
  /** The cost of one execution. */
  points: number
}

/** One execution, and the members that wait for it. */
interface Run {
  result: LiveResult | undefined
  waiting: LiveResults[]
}

interface GroupListener {
  /** The last subscriber has left. */
  onEmpty: () => void
  /** The document is executed for an event. */
  onRun: () => void
  tracer: Tracer | undefined
}

/** Subscribers that get the same results. */
class Group {
  /** Those of its first member: members differ only in what does not affect their results. */
  readonly #args: ExecutionArgs
  readonly #points: number
  readonly #present: Presentation
  readonly #on: GroupListener
  /**
   * By the event itself, which live subscribers share; a subscriber that reads the log later gets the state
   * at that time.
   */
  readonly #runs = new WeakMap<LiveEvent, Run>()
  #members = 0

  constructor(args: ExecutionArgs, points: number, present: Presentation, on: GroupListener) {
    this.#args = args
    this.#points = points
    this.#present = present
    this.#on = on
  }

  join(events: EventSource<LiveEvent>): LiveResults {
    this.#members++
    return new LiveResults(this, events)
  }

  leave(): void {
    if (--this.#members === 0) this.#on.onEmpty()
  }

  /**
   * Passes the result of an event to a member: at once if it is known, or together with all others that
   * wait for it.
   */
  deliver(member: LiveResults, event: LiveEvent): void {
    const run = this.#runs.get(event) ?? this.#start(event)
    if (run.result) member.receive(run.result)
    else run.waiting.push(member)
  }

  failure(error: unknown): LiveResult {
    return new LiveResult(this.#present.failure(error))
  }

  #start(event: LiveEvent): Run {
    const run: Run = { result: undefined, waiting: [] }
    this.#on.onRun()
    this.#runs.set(event, run)
    void this.#resultOf(event).then((result) => {
      const { waiting } = run
      run.result = result
      run.waiting = []
      for (const member of waiting) member.receive(result)
    })
    return run
  }

  async #resultOf(event: LiveEvent): Promise<LiveResult> {
    try {
      // A group has one token, so one user. Without points the subscription ends, and can resume after its
      // last event.
      await (this.#args.contextValue as GraphQLContext).charge(this.#points)
      const result = await run(this.#args, event, this.#on.tracer)
      return isPassedOver(result) ? PASSED_OVER : new LiveResult(this.#present.result(result))
    } catch (error) {
      return this.failure(error)
    }
  }
}

/**
 * Subscribers with the same results share the work: per event, a group runs its document once, for any
 * number of members. A group is a document, its variables and a token, so no subscriber gets data that was
 * loaded for another user.
 */
export class LiveGroups {
  readonly #groups = new Map<string, Group>()
  readonly #onRun: (() => void) | undefined
  readonly #tracer: Tracer | undefined

  constructor(onRun?: () => void, tracer?: Tracer) {
    this.#onRun = onRun
    this.#tracer = tracer
  }

  /** The number of groups that have subscribers. */
  get size(): number {
    return this.#groups.size
  }

  async subscribe(
    args: ExecutionArgs,
    document: SubscribedDocument,
    present: Presentation,
  ): Promise<LiveResults | ExecutionResult> {
    const source = await createSourceEventStream(args)
    if (!(Symbol.asyncIterator in source)) return present.result(source)
    const key = liveGroupKey(args, document)
    const group =
      this.#groups.get(key) ??
      new Group(args, document.points, present, {
        onEmpty: () => this.#groups.delete(key),
        onRun: () => this.#onRun?.(),
        tracer: this.#tracer,
      })
    this.#groups.set(key, group)
    // Every subscription field returns events from the feed, or another source of this kind.
    return group.join(source as unknown as EventSource<LiveEvent>)
  }
}

/** The consumer of a subscriber's results. */
export interface ResultReceiver {
  /** The next result; undefined when there will be none. */
  onResult(result: LiveResult | undefined): void
}

type Next = IteratorResult<LiveResult, undefined>
const DONE: Next = { done: true, value: undefined }

/**
 * The results of one subscriber. It never throws: an error is its last result. Results are passed by calls
 * and not by promises, so that a result for thousands costs each of them little more than sending it.
 */
export class LiveResults implements AsyncIterableIterator<LiveResult, undefined>, Waiter<LiveEvent> {
  readonly #group: Group
  readonly #events: EventSource<LiveEvent>
  readonly #whenOver: (() => void)[] = []
  /** The consumer that waits for the next result. */
  #taker: ResultReceiver | undefined
  #over = false

  constructor(group: Group, events: EventSource<LiveEvent>) {
    this.#group = group
    this.#events = events
  }

  /** True while it returns earlier events, as fast as they are consumed. */
  get isCatchingUp(): boolean {
    return this.#events.isBehind
  }

  /** Passes the next result as soon as there is one. Call it for one result at a time. */
  requestNext(taker: ResultReceiver): void {
    if (this.#over) {
      taker.onResult(undefined)
      return
    }
    this.#taker = taker
    this.#step()
  }

  next(): Promise<Next> {
    return new Promise((resolve) =>
      this.requestNext({ onResult: (result) => resolve(result ? { done: false, value: result } : DONE) }),
    )
  }

  /** From the feed. */
  notify(event: LiveEvent | undefined): void {
    if (event) this.#group.deliver(this, event)
    else this.#step()
  }

  /** From its group: the result of the event that it passed on. */
  receive(result: LiveResult): void {
    const taker = this.#taker
    // It may have ended while the document ran.
    if (!taker) return
    if (result === PASSED_OVER) {
      this.#step()
      return
    }
    this.#taker = undefined
    if (result.isLast) this.#end()
    taker.onResult(result)
  }

  /** Ends it with an error as its last result. */
  fail(error: unknown): void {
    this.#events.fail(error)
  }

  async return(): Promise<Next> {
    this.#end()
    return DONE
  }

  whenOver(tell: () => void): void {
    if (this.#over) tell()
    else this.#whenOver.push(tell)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #step(): void {
    if (this.#over) return
    const event = this.#events.dequeue()
    if (event) this.#group.deliver(this, event)
    else if (!this.#events.notifyNext(this)) {
      this.#events.untilMore().then(
        (isMore) => (isMore ? this.#step() : this.#end()),
        (error) => this.receive(this.#group.failure(error)),
      )
    }
  }

  #end(): void {
    if (this.#over) return
    this.#over = true
    this.#group.leave()
    for (const tell of this.#whenOver) tell()
    void this.#events.return()
    const taker = this.#taker
    this.#taker = undefined
    taker?.onResult(undefined)
  }
}

const isPassedOver = ({ errors }: ExecutionResult) =>
  errors?.some(({ originalError }) => originalError instanceof NotForViewer) ?? false

/** A fresh cache for every event: access and data are as of now. */
async function run(
  args: ExecutionArgs,
  event: LiveEvent,
  tracer: Tracer | undefined,
): Promise<ExecutionResult> {
  const context = args.contextValue as GraphQLContext
  const { operation } = context.caller.origin
  // Part of the trace of the request that has caused the event.
  const span = tracer?.start(`subscription ${operation}`, 'consumer', event.trace)
  try {
    const caller = context.caller.renewed(span)
    return await execute({ ...args, rootValue: event, contextValue: { ...context, caller } })
  } finally {
    span?.end()
  }
}
