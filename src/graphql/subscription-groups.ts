import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type OperationDefinitionNode,
} from 'graphql'
import type { LoggedEvent } from '../core/events/events.ts'
import type { Subscription, Waiter } from '../core/events/subscription.ts'
import { encodeJson } from '../http/raw-json.ts'
import type { GraphQLContext } from './context.ts'
import { groupKey } from './live-group-key.ts'

/** What one event means to a group; encoded once for all who are sent it. */
export class LiveResult {
  readonly result: ExecutionResult
  /** Nothing came of it at the root: access is gone, and with it the subscription. */
  readonly isLast: boolean
  #ending: Buffer | undefined
  #latest: { head: string; bytes: Buffer } | undefined

  constructor(result: ExecutionResult) {
    this.result = result
    this.isLast = result.data === undefined || result.data === null
  }

  /** The bytes of a JSON object that opens with `head` and ends with the result. */
  endOf(head: string): Buffer {
    // Many peers number their subscriptions: they share an id, and so the whole message.
    if (this.#latest?.head === head) return this.#latest.bytes
    this.#ending ??= Buffer.concat([Buffer.from(encodeJson(this.result) as Buffer), Buffer.from('}')])
    const opening = Buffer.byteLength(head)
    const bytes = Buffer.allocUnsafe(opening + this.#ending.length)
    bytes.write(head)
    bytes.set(this.#ending, opening)
    this.#latest = { head, bytes }
    return bytes
  }
}

/** Thrown by a subscription's field at an event that is not for this viewer: they are told the next one instead. */
export class NotForViewer extends Error {}

/** What an event means that is passed over: nobody is sent it. */
const PASSED_OVER = new LiveResult({ data: {} })

/** How the engine shows results and failures. */
export interface Presentation {
  result: (result: ExecutionResult) => ExecutionResult
  failure: (error: unknown) => ExecutionResult
}

export interface SubscribedDocument {
  hash: string
  operation: OperationDefinitionNode
  /** What one run of it costs. */
  points: number
}

/** One execution, and who waits for it. */
interface Run {
  result: LiveResult | undefined
  waiting: LiveResults[]
}

/** Subscribers that see the same. */
class Group {
  /** Those of its first member: what tells members apart has no part in what they see. */
  readonly #args: ExecutionArgs
  readonly #points: number
  readonly #present: Presentation
  readonly #onEmpty: () => void
  /** By the event itself, which those who follow live share; who reads the log later gets what is true by then. */
  readonly #runs = new WeakMap<LoggedEvent, Run>()
  #members = 0

  constructor(args: ExecutionArgs, points: number, present: Presentation, onEmpty: () => void) {
    this.#args = args
    this.#points = points
    this.#present = present
    this.#onEmpty = onEmpty
  }

  join(events: Subscription): LiveResults {
    this.#members++
    return new LiveResults(this, events)
  }

  leave(): void {
    if (--this.#members === 0) this.#onEmpty()
  }

  /** Hands a member what an event means: at once if that is known, or else together with all who wait for it. */
  tell(member: LiveResults, event: LoggedEvent): void {
    const run = this.#runs.get(event) ?? this.#start(event)
    if (run.result) member.put(run.result)
    else run.waiting.push(member)
  }

  failure(error: unknown): LiveResult {
    return new LiveResult(this.#present.failure(error))
  }

  #start(event: LoggedEvent): Run {
    const run: Run = { result: undefined, waiting: [] }
    this.#runs.set(event, run)
    void this.#resultOf(event).then((result) => {
      const { waiting } = run
      run.result = result
      run.waiting = []
      for (const member of waiting) member.put(result)
    })
    return run
  }

  async #resultOf(event: LoggedEvent): Promise<LiveResult> {
    try {
      // A group is of one token, so of one user. Without points the subscription ends, and can resume after its last event.
      await (this.#args.contextValue as GraphQLContext).charge(this.#points)
      const result = await run(this.#args, event)
      return isPassedOver(result) ? PASSED_OVER : new LiveResult(this.#present.result(result))
    } catch (error) {
      return this.failure(error)
    }
  }
}

/**
 * Subscribers that see the same share the work: per event, a group runs its document once, however many it has. A group
 * is a document, its variables and a token, so nobody is ever given what was loaded for somebody else.
 */
export class LiveGroups {
  readonly #groups = new Map<string, Group>()

  async subscribe(
    args: ExecutionArgs,
    document: SubscribedDocument,
    present: Presentation,
  ): Promise<LiveResults | ExecutionResult> {
    const source = await createSourceEventStream(args)
    if (!(Symbol.asyncIterator in source)) return present.result(source)
    const key = groupKey(args, document)
    const group =
      this.#groups.get(key) ?? new Group(args, document.points, present, () => this.#groups.delete(key))
    this.#groups.set(key, group)
    // Every subscription field gives what the feed gave it.
    return group.join(source as Subscription)
  }
}

/** Who takes a subscriber's results. */
export interface Taker {
  /** The result that it asked for; undefined when there will be none. */
  give(result: LiveResult | undefined): void
}

type Next = IteratorResult<LiveResult, undefined>
const DONE: Next = { done: true, value: undefined }

/**
 * One subscriber's results. It never throws: a failure is its last result. Results are handed over by calls and not by
 * promises, so that one that thousands wait for costs each of them little more than its sending.
 */
export class LiveResults implements AsyncIterableIterator<LiveResult, undefined>, Waiter {
  readonly #group: Group
  readonly #events: Subscription
  readonly #whenOver: (() => void)[] = []
  /** Who waits for the next result. */
  #taker: Taker | undefined
  #over = false

  constructor(group: Group, events: Subscription) {
    this.#group = group
    this.#events = events
  }

  /** True while it gives what happened earlier, which comes as fast as it is taken. */
  get isCatchingUp(): boolean {
    return this.#events.isBehind
  }

  /** Gives the next result as soon as there is one. Take one at a time. */
  take(taker: Taker): void {
    if (this.#over) {
      taker.give(undefined)
      return
    }
    this.#taker = taker
    this.#step()
  }

  next(): Promise<Next> {
    return new Promise((resolve) =>
      this.take({ give: (result) => resolve(result ? { done: false, value: result } : DONE) }),
    )
  }

  /** From the feed. */
  wake(event: LoggedEvent | undefined): void {
    if (event) this.#group.tell(this, event)
    else this.#step()
  }

  /** From its group: what the event means that it asked about. */
  put(result: LiveResult): void {
    const taker = this.#taker
    // It may have left while the document ran.
    if (!taker) return
    if (result === PASSED_OVER) {
      this.#step()
      return
    }
    this.#taker = undefined
    if (result.isLast) this.#end()
    taker.give(result)
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
    const event = this.#events.take()
    if (event) this.#group.tell(this, event)
    else if (!this.#events.wait(this)) {
      this.#events.more().then(
        (isMore) => (isMore ? this.#step() : this.#end()),
        (error) => this.put(this.#group.failure(error)),
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
    taker?.give(undefined)
  }
}

const isPassedOver = ({ errors }: ExecutionResult) =>
  errors?.some(({ originalError }) => originalError instanceof NotForViewer) ?? false

/** Fresh reads for every event: what a subscriber may see, and what it sees, is as of now. */
async function run(args: ExecutionArgs, event: LoggedEvent): Promise<ExecutionResult> {
  const context = args.contextValue as GraphQLContext
  return execute({
    ...args,
    rootValue: event,
    contextValue: { ...context, caller: context.caller.renewed() },
  })
}
