import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import { fragmentsIn } from './fragments.ts'

type Path = readonly (string | number)[]

/**
 * Finds the fields of an operation by their paths in a response. Errors of compiled documents have no locations; those
 * of interpreted documents have that of the first field with the path.
 */
export function fieldLocator(document: DocumentNode, operation: OperationDefinitionNode) {
  const fragments = fragmentsIn(document)
  const known = new Map<string, FieldNode | null>()

  /** The fields with this name, those of each fragment once. */
  const fieldsIn = (
    selections: readonly SelectionNode[],
    key: string,
    used = new Set<string>(),
  ): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) {
        return (selection.alias ?? selection.name).value === key ? [selection] : []
      }
      if (selection.kind === Kind.INLINE_FRAGMENT)
        return fieldsIn(selection.selectionSet.selections, key, used)
      const fragment = used.has(selection.name.value) ? undefined : fragments.get(selection.name.value)
      used.add(selection.name.value)
      return fragment ? fieldsIn(fragment.selectionSet.selections, key, used) : []
    })

  return (path: Path): FieldNode | null => {
    const keys = path.filter((key) => typeof key === 'string')
    const text = keys.join('.')
    const found = known.get(text)
    if (found !== undefined) return found
    let fields: FieldNode[] = []
    let selections = operation.selectionSet.selections
    for (const key of keys) {
      fields = fieldsIn(selections, key)
      selections = fields.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
    }
    const [field = null] = fields
    known.set(text, field)
    return field
  }
}
