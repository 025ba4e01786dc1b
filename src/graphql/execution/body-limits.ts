import { Kind, type OperationDefinitionNode } from 'graphql'
import { boundOperations } from '../bindings.ts'

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
