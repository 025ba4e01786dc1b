/**
 * A select list of a model's own columns. Naming them, instead of `*`, keeps prepared statements valid while a
 * migration adds a column under a running node.
 */
export function columnsOf(alias: string, fields: Record<string, string>): string {
  return Object.values(fields)
    .map((field) => `${alias}."${field}"`)
    .join(', ')
}

/**
 * Columns that only make room for properties which a row is given after it was read. The driver makes every row from one
 * template; a property that the template lacks turns the row into a dictionary, which costs ten times the rest.
 */
export function roomFor(...properties: string[]): string {
  return properties.map((property) => `NULL AS "${property}"`).join(', ')
}
