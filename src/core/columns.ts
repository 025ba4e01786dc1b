/**
 * A select list of a model's own columns. Naming them, instead of `*`, keeps prepared statements valid while a
 * migration adds a column under a running node.
 */
export function columnsOf(alias: string, fields: Record<string, string>): string {
  return Object.values(fields)
    .map((field) => `${alias}."${field}"`)
    .join(', ')
}
