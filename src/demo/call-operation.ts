import type { Caller } from '../core/operations/caller.ts'
import { modules } from '../modules/index.ts'

/** Calls an operation by its id, as the APIs do: rules, events and indexes are those of every change. */
export async function callOperation<Result>(caller: Caller, id: string, input: object): Promise<Result> {
  const operation = modules.flatMap(({ operations }) => operations).find((each) => each.id === id)
  if (!operation) throw new Error(`There is no operation "${id}".`)
  return (await caller.call(operation, input)) as Result
}

/** Changes content by a batch, and returns what was created or changed, in the same order. */
export async function changeContent(
  caller: Caller,
  place: { spaceId: string; changeRequestId?: string | undefined },
  changes: object[],
): Promise<{ id: string }[]> {
  const changed = await callOperation<{ results: { id: string }[] }>(caller, 'content.change', {
    ...place,
    changes,
  })
  return changed.results
}
