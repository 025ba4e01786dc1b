import { z } from 'zod'
import type { FieldMeta } from '../../../core/fields.ts'
import { claimsWithin } from '../published.model.ts'

/** A query has texts only, so the REST API takes the object as JSON. */
function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value
  } catch {
    return value
  }
}

/** They become part of an address, so they are short. */
export const ClaimsOfPreview = z.preprocess(parsed, claimsWithin(2_000)).meta({
  scalar: 'JSON',
  alsoAccepts: { type: 'string', description: 'The object as JSON.' },
  description:
    'The claims of the visitor whose view is shown, as JSON: an object by name, with `unsigned` for claims that nothing proves.',
} satisfies FieldMeta)
