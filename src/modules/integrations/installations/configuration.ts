import type { ErrorDetail } from '../../../core/errors.ts'
import type { Configurations, Declaration, Level, Property } from '../declaration.model.ts'

export type Configuration = Record<string, unknown>

/** The declaration of a level; undefined if nothing can be configured there. */
export const declarationOf = (declarations: unknown, level: Level): Declaration | undefined =>
  (declarations as Configurations)[level]

function problemOf(property: Property | undefined, value: unknown): string | null {
  if (property === undefined) return 'is not a property of this configuration'
  if (property.type === 'button') return 'is a button, which has no value'
  if (typeof value !== property.type) return `must be a ${property.type}`
  if (property.type !== 'string' || property.enum === undefined) return null
  if (property.enum.includes(value as string)) return null
  return `must be one of ${property.enum.map((each) => JSON.stringify(each)).join(', ')}`
}

const propertiesOf = (declaration: Declaration | undefined): Record<string, Property> =>
  declaration && 'properties' in declaration ? declaration.properties : {}

const missingIn = (declaration: Declaration | undefined, configuration: Configuration): string[] => {
  if (!declaration || !('properties' in declaration)) return []
  const { properties, required = [] } = declaration
  return required.filter((name) => {
    const property = properties[name]
    const hasDefault = property !== undefined && 'default' in property && property.default !== undefined
    return !Object.hasOwn(configuration, name) && !hasDefault
  })
}

/** What is wrong with a configuration. That of a component can have any members. */
export function problemsOf(
  declaration: Declaration | undefined,
  configuration: Configuration,
): ErrorDetail[] {
  if (declaration && 'componentId' in declaration) return []
  const properties = propertiesOf(declaration)
  const wrong = Object.entries(configuration).flatMap(([name, value]) => {
    const message = problemOf(Object.hasOwn(properties, name) ? properties[name] : undefined, value)
    return message === null ? [] : [{ path: ['configuration', name], message }]
  })
  const missing = missingIn(declaration, configuration)
  return [...wrong, ...missing.map((name) => ({ path: ['configuration', name], message: 'is required' }))]
}

type InstallationStatus = 'active' | 'pending'

/**
 * An installation is pending until its configuration fits the declaration. It is computed when it is read, because a new
 * version of the integration can declare something else.
 */
export const statusOf = (declarations: unknown, level: Level, configuration: unknown): InstallationStatus =>
  problemsOf(declarationOf(declarations, level), configuration as Configuration).length > 0
    ? 'pending'
    : 'active'
