/**
 * A select list of a model's own columns. Listing them, instead of `*`, keeps prepared statements valid
 * while a migration adds a column under a running node. Columns that are already `known`, such as the
 * parent's id in each row of a list, are not transferred with every row: the row only gets a placeholder.
 */
export function columnsOf(
  alias: string,
  fields: Record<string, string>,
  known: readonly string[] = [],
): string {
  return Object.values(fields)
    .map((field) => (known.includes(field) ? roomFor(field) : `${alias}."${field}"`))
    .join(', ')
}

/**
 * Placeholder columns for properties that are set after the row was read. The driver creates all rows from
 * one template; adding a property that the template lacks turns the row into a dictionary, which costs ten
 * times as much as the rest.
 */
export function roomFor(...properties: string[]): string {
  return properties.map((property) => `NULL AS "${property}"`).join(', ')
}

/** A row before these properties are set, for which `roomFor` has left room. */
export type Unfilled<Row, Property extends keyof Row> = Omit<Row, Property> & {
  [Name in Property]: Row[Name] | null
}
