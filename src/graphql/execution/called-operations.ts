import { Kind, type OperationDefinitionNode } from 'graphql'
import { OTHER } from '../../platform/observing/origin.ts'
import { boundOperations } from '../bindings.ts'

let ids: Map<string, string> | undefined

/**
 * The id of the operation that a document calls, as REST has it, or its root field where that calls none. A document
 * with several root fields has no single one. The name that a client gives its document is not used: metrics keep one
 * series per name.
 */
export function operationIdOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [only, ...others] = selections
  if (only?.kind !== Kind.FIELD || others.length > 0) return OTHER
  ids ??= new Map(boundOperations.map(({ place, operation }) => [place, operation.id]))
  return ids.get(only.name.value) ?? only.name.value
}

interface LimitedRoute {
  readonly operation: { readonly id: string }
  readonly bodyLimit?: number | undefined
  /** Forms exist in the REST API only. */
  readonly upload?: unknown
}

/**
 * The maximum size of a request: that of the REST routes of the operations that it calls. Fields in fragments do not
 * raise it.
 */
export class BodyLimits {
  readonly usual: number
  readonly #byField = new Map<string, number>()

  constructor(routes: readonly LimitedRoute[], usual: number) {
    this.usual = usual
    const byOperation = new Map(
      routes.flatMap(({ operation, bodyLimit, upload }) =>
        bodyLimit === undefined || upload ? [] : [[operation.id, bodyLimit] as const],
      ),
    )
    for (const { place, operation } of boundOperations) {
      const limit = byOperation.get(operation.id)
      if (limit !== undefined) this.#byField.set(place, limit)
    }
  }

  /** What no request may exceed. */
  get largest(): number {
    return Math.max(this.usual, ...this.#byField.values())
  }

  of({ selectionSet: { selections } }: OperationDefinitionNode): number {
    const limits = selections.map((each) =>
      each.kind === Kind.FIELD ? (this.#byField.get(each.name.value) ?? this.usual) : this.usual,
    )
    return Math.max(this.usual, ...limits)
  }
}
