import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'

type Path = readonly (string | number)[]

/**
 * Finds the fields of an operation by their paths in a response. Errors of compiled documents have no locations; those
 * of interpreted documents have that of the first field with the path.
 */
export function fieldLocator(document: DocumentNode, operation: OperationDefinitionNode) {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )
  const known = new Map<string, FieldNode | null>()

  const fieldsIn = (selections: readonly SelectionNode[], key: string): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) {
        return (selection.alias ?? selection.name).value === key ? [selection] : []
      }
      const { selectionSet } =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? (fragments.get(selection.name.value) ?? { selectionSet: null })
          : selection
      return selectionSet ? fieldsIn(selectionSet.selections, key) : []
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
