/**
 * A select list of a model's own columns. Naming them, instead of `*`, keeps prepared statements valid while a
 * migration adds a column under a running node. What is `known` without being read, such as the parent's id in each row
 * of a list below it, is not sent over and over: the row only gets room for it.
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
 * Columns that only make room for properties which a row is given after it was read. The driver makes every row from one
 * template; a property that the template lacks turns the row into a dictionary, which costs ten times the rest.
 */
export function roomFor(...properties: string[]): string {
  return properties.map((property) => `NULL AS "${property}"`).join(', ')
}
