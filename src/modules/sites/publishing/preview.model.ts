import { z } from 'zod'
import type { FieldMeta } from '../../../core/fields.ts'

/** The most characters of the claims of a preview, as JSON. They become part of an address. */
const MAX_CLAIMS = 2_000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A query has texts only, so the REST API takes the object as JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const ClaimsOfPreview = z
  .unknown()
  .transform((value, context): Record<string, unknown> => {
    const claims = parsed(value)
    if (isObject(claims) && JSON.stringify(claims).length <= MAX_CLAIMS) return claims
    context.addIssue({
      code: 'custom',
      message: `must be an object of at most ${MAX_CLAIMS} characters of JSON`,
    })
    return z.NEVER
  })
  .meta({
    scalar: 'JSON',
    description:
      'The claims of the visitor whose view is shown, as JSON: an object by name, with `unsigned` for claims that nothing proves.',
  } satisfies FieldMeta)
