import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import type { LoggedEvent } from '../core/events.ts'
import type { GraphQLContext } from './context.ts'

/** How many of a group's last results are kept for members that are a little behind. */
const KEPT_RESULTS = 64

interface Group {
  members: number
  results: Map<bigint, Promise<ExecutionResult>>
}

type Source = AsyncIterableIterator<LoggedEvent>

/**
 * Subscribers that see the same share the work: per event, a group runs its document once, however many it has. A group
 * is a document, its variables and a token, so nobody is ever given what was loaded for somebody else.
 */
export class LiveGroups {
  readonly #groups = new Map<string, Group>()

  async subscribe(
    args: ExecutionArgs,
    text: string,
    present: (result: ExecutionResult) => ExecutionResult,
  ): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
    const source = await createSourceEventStream(args)
    if (!(Symbol.asyncIterator in source)) return present(source)
    const events = source as Source
    const context = args.contextValue as GraphQLContext
    const key = groupKey(args, text, context)
    const group = this.#groups.get(key) ?? { members: 0, results: new Map() }
    group.members++
    this.#groups.set(key, group)

    let left = false
    const leave = () => {
      if (left) return
      left = true
      if (--group.members === 0) this.#groups.delete(key)
    }
    const end = async (): Promise<IteratorResult<ExecutionResult>> => {
      leave()
      await events.return?.()
      return { done: true, value: undefined }
    }
    let last = false
    const results: AsyncIterableIterator<ExecutionResult> = {
      next: async () => {
        if (last) return end()
        const next = await events.next()
        if (next.done) return end()
        const result = present(await resultOf(group, next.value, args))
        // Nothing came of it at the root: access is gone, and with it the subscription.
        last = result.data === undefined || result.data === null
        return { done: false, value: result }
      },
      return: end,
      throw: end,
      [Symbol.asyncIterator]: () => results,
    }
    return results
  }
}

/** The variables without the place to resume from, which says where one is and not what one sees. */
function groupKey(args: ExecutionArgs, text: string, { caller }: GraphQLContext): string {
  const { after: _after, ...variables } = { ...args.variableValues } as Record<string, unknown>
  return JSON.stringify([caller.viewer?.tokenId, args.operationName, variables, text])
}

function resultOf(group: Group, event: LoggedEvent, args: ExecutionArgs): Promise<ExecutionResult> {
  const known = group.results.get(event.position)
  if (known) return known
  const context = args.contextValue as GraphQLContext
  // Fresh reads for every event: what a subscriber may see, and what it sees, is as of now.
  const running = Promise.resolve(
    execute({ ...args, rootValue: event, contextValue: { ...context, caller: context.caller.renewed() } }),
  )
  if (group.results.size >= KEPT_RESULTS) {
    const [oldest] = group.results.keys()
    if (oldest !== undefined) group.results.delete(oldest)
  }
  group.results.set(event.position, running)
  return running
}
