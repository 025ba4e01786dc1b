import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import type { LoggedEvent } from '../core/events.ts'
import type { Subscription } from '../core/subscription.ts'
import type { GraphQLContext } from './context.ts'

/** What one event means to a group, and the same as text, which is made once for all who are sent it. */
export class LiveResult {
  readonly result: ExecutionResult
  #text: string | undefined

  constructor(result: ExecutionResult) {
    this.result = result
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.result)
    return this.#text
  }

  /** Nothing came of it at the root: access is gone, and with it the subscription. */
  get isLast(): boolean {
    return this.result.data === undefined || this.result.data === null
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

interface Group {
  key: string
  /** Those of its first member: what tells members apart has no part in what they see. */
  args: ExecutionArgs
  present: Presentation
  members: number
  /** By the event itself, which those who follow live share; who reads the log later gets what is true by then. */
  results: WeakMap<LoggedEvent, Promise<LiveResult>>
}

/**
 * Subscribers that see the same share the work: per event, a group runs its document once, however many it has. A group
 * is a document, its variables and a token, so nobody is ever given what was loaded for somebody else.
 */
export class LiveGroups {
  readonly #groups = new Map<string, Group>()

  async subscribe(
    args: ExecutionArgs,
    document: { text: string; operation: OperationDefinitionNode },
    present: Presentation,
  ): Promise<LiveResults | ExecutionResult> {
    const source = await createSourceEventStream(args)
    if (!(Symbol.asyncIterator in source)) return present.result(source)
    const key = groupKey(args, document)
    const group = this.#groups.get(key) ?? { key, args, present, members: 0, results: new WeakMap() }
    group.members++
    this.#groups.set(key, group)
    return new LiveResults({
      // Every subscription field gives what the feed gave it.
      events: source as Subscription,
      resultOf: (event) => sharedResult(group, event),
      failure: (error) => new LiveResult(group.present.failure(error)),
      onEnd: () => {
        if (--group.members === 0) this.#groups.delete(group.key)
      },
    })
  }
}

interface LiveParts {
  events: Subscription
  resultOf: (event: LoggedEvent) => Promise<LiveResult>
  failure: (error: unknown) => LiveResult
  onEnd: () => void
}

type Next = IteratorResult<LiveResult, undefined>

/** One subscriber's results. It never throws: a failure is its last result. */
export class LiveResults implements AsyncIterableIterator<LiveResult, undefined> {
  readonly #parts: LiveParts
  readonly #whenOver: (() => void)[] = []
  #over = false

  constructor(parts: LiveParts) {
    this.#parts = parts
  }

  /** True while it gives what happened earlier, which comes as fast as it is taken. */
  get isCatchingUp(): boolean {
    return this.#parts.events.isBehind
  }

  async next(): Promise<Next> {
    if (this.#over) return { done: true, value: undefined }
    const { events, resultOf, failure } = this.#parts
    let given: LiveResult
    let last = true
    try {
      do {
        let event = events.take()
        while (!event) {
          if (!(await events.more())) return this.return()
          event = events.take()
        }
        given = await resultOf(event)
      } while (given === PASSED_OVER)
      last = given.isLast
    } catch (error) {
      given = failure(error)
    }
    if (this.#over) return { done: true, value: undefined }
    if (last) await this.return()
    return { done: false, value: given }
  }

  /** Ends it with an error as its last result. */
  fail(error: unknown): void {
    this.#parts.events.fail(error)
  }

  async return(): Promise<Next> {
    if (!this.#over) {
      this.#over = true
      this.#parts.onEnd()
      for (const tell of this.#whenOver) tell()
      await this.#parts.events.return()
    }
    return { done: true, value: undefined }
  }

  whenOver(tell: () => void): void {
    if (this.#over) tell()
    else this.#whenOver.push(tell)
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

function sharedResult(group: Group, event: LoggedEvent): Promise<LiveResult> {
  const known = group.results.get(event)
  if (known) return known
  const running = run(group.args, event).then((result) =>
    isPassedOver(result) ? PASSED_OVER : new LiveResult(group.present.result(result)),
  )
  group.results.set(event, running)
  return running
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

/** The variables count without the place to resume from, which says where one is and not what one sees. */
function groupKey(
  args: ExecutionArgs,
  document: { text: string; operation: OperationDefinitionNode },
): string {
  const { caller } = args.contextValue as GraphQLContext
  const variables = { ...args.variableValues }
  const resume = resumeVariable(args.document, document.operation)
  if (resume !== null) delete variables[resume]
  return JSON.stringify([caller.viewer?.tokenId, args.operationName, variables, document.text])
}

const resumeVariables = new WeakMap<OperationDefinitionNode, string | null>()

/** The variable that is used as the root field's `after` and nowhere else in the document. */
function resumeVariable(document: DocumentNode, operation: OperationDefinitionNode): string | null {
  const known = resumeVariables.get(operation)
  if (known !== undefined) return known
  const [root] = operation.selectionSet.selections
  const after =
    root?.kind === Kind.FIELD ? root.arguments?.find(({ name }) => name.value === 'after')?.value : undefined
  const name = after?.kind === Kind.VARIABLE ? after.name.value : null
  let uses = 0
  visit(document, {
    VariableDefinition: () => false,
    Variable: (variable) => {
      if (variable.name.value === name) uses++
    },
  })
  const resume = uses === 1 ? name : null
  resumeVariables.set(operation, resume)
  return resume
}
