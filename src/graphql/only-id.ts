import type { GraphQLResolveInfo, SelectionNode } from 'graphql'

const isOfEveryNode = (selected: SelectionNode): boolean =>
  selected.kind === 'Field' && (selected.name.value === 'id' || selected.name.value === '__typename')

/** Whether only the id of a node is selected, so that a node which is known to exist does not have to be read. */
export const onlyId = ({ fieldNodes }: Pick<GraphQLResolveInfo, 'fieldNodes'>): boolean =>
  fieldNodes.every(({ selectionSet }) => selectionSet?.selections.every(isOfEveryNode) ?? false)
