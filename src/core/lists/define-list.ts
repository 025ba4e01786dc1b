import type { ListDefinition, ListParts } from './definitions.ts'

/** All lists. A test prepares the statements of each, with every filter, and compares their columns with the type of its rows. */
export const definedLists = new Set<ListDefinition<never, never, never>>()

/** Defines a list, while its module is loaded. */
export function defineList<Parent, Filters, Row>(
  parts: ListParts<Parent, Filters, Row>,
): ListDefinition<Parent, Filters, Row> {
  const list = parts as ListDefinition<Parent, Filters, Row>
  definedLists.add(list as never)
  return list
}
