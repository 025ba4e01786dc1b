/** A map of values by name, such as front matter or variables. */
export type Keyed = Readonly<Record<string, unknown>>

export const isKeyed = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
