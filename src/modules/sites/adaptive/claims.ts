import { conditionsThatHold } from '../../documents/index.ts'
import type { AdaptiveSchema, ClaimForm } from './schema-problem.ts'

export type Claims = Readonly<Record<string, unknown>>

/** What a visitor says about itself: claims of a signed token, and claims that nothing proves. */
interface GivenClaims {
  signed?: unknown
  unsigned?: unknown
}

/**
 * The claims that conditions can refer to: those in the schema, with a value of the type there. All others
 * are dropped. Without a schema there are none.
 */
export function claimsBySchema(
  schema: AdaptiveSchema | null,
  { signed, unsigned: given }: GivenClaims,
): Claims {
  const { unsigned, ...properties } = schema?.properties ?? {}
  return { ...keptOf(properties, signed), unsigned: (unsigned && kept(unsigned, given)) ?? {} }
}

function keptOf(properties: Readonly<Record<string, ClaimForm>>, given: unknown): Claims {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, form]) => {
      const value = Object.hasOwn(given, name)
        ? kept(form, (given as Record<string, unknown>)[name])
        : undefined
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The value of a claim, or undefined if it does not match. Of objects, the members that match. */
function kept(form: ClaimForm, value: unknown): unknown {
  switch (form.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'string':
      return typeof value === 'string' && (form.enum?.includes(value) ?? true) ? value : undefined
    case 'array':
      return Array.isArray(value) && value.every((each) => kept(form.items, each) !== undefined)
        ? value
        : undefined
    case 'object':
      return typeof value === 'object' && value !== null ? keptOf(form.properties, value) : undefined
  }
}

const scopeOf = (claims: Claims) => ({ visitor: { claims } })

/** Those of many conditions that a visitor with these claims meets: one that fails is not met. Evaluated without blocking other requests. */
export const conditionsMetBy = (conditions: Iterable<string>, claims: Claims): Promise<ReadonlySet<string>> =>
  conditionsThatHold(conditions, scopeOf(claims))
