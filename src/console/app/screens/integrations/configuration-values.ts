import type { ConfigurationForm_configuration$data } from '#console/ConfigurationForm_configuration.graphql.ts'
import type { Configuration } from './integration-edits.ts'

export type Property = ConfigurationForm_configuration$data['properties'][number]

/** The names of the fields are those that messages of the server name. */
export const fieldOf = (name: string): string => `configuration.${name}`

/** The value that a field begins with: what is set, or what the integration declares. */
export function shownValue({ name, default: initial }: Property, values: Configuration): string {
  const value = Object.hasOwn(values, name) ? values[name] : initial
  return value === undefined || value === null ? '' : String(value)
}

/** The values of a form by the types of its properties. What is left empty is not set. */
export function valuesOf(
  properties: readonly Property[],
  fields: Readonly<Record<string, string>>,
): Configuration {
  const entries = properties.flatMap(({ name, type }): [string, unknown][] => {
    const text = fields[fieldOf(name)]
    if (type === 'BUTTON') return []
    if (type === 'BOOLEAN') return [[name, text !== undefined]]
    if (text === undefined || text === '') return []
    return [[name, type === 'NUMBER' ? Number(text) : text]]
  })
  return Object.fromEntries(entries)
}
