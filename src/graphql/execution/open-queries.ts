import { type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql'

/** Extensions of a root field that also answers requests without an API token. */
export const openToVisitors = { isOpen: true }

/** True for a query of which every root field is open to visitors, or reads the schema. */
export function isOpenQuery(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
): boolean {
  const fields = schema.getQueryType()?.getFields() ?? {}
  const isOpen = (name: string) => name.startsWith('__') || fields[name]?.extensions.isOpen === true
  return (
    operation === 'query' &&
    selectionSet.selections.every(
      (selection) => selection.kind === Kind.FIELD && isOpen(selection.name.value),
    )
  )
}
