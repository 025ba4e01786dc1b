/**
 * The rows of nodes that differ from those of their table: without columns that the loaders of the module do not read, and
 * with what their statements compute, such as the viewer's role. Each module adds its own by declaration merging; the
 * loaders of a node return this row, and the fields of its GraphQL type read it.
 */
export interface NodeRows {}
