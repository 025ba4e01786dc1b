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
