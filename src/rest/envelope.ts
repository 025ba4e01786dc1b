import { z } from 'zod'
import { DomainError } from '../core/errors.ts'
import { type Page, RestPage } from '../core/lists/page.ts'
import { parseInput } from '../core/operations/parse-input.ts'

/** One page of a list. */
export function envelope<Row>(page: Page<Row>, items: unknown[]) {
  const next = page.hasNextPage ? page.endCursor : null
  return { ...(next === null ? {} : { next: { page: next } }), count: items.length, items }
}

/** The requested page. */
export const parsePage = (query: unknown) => parseInput(RestPage, query)

export interface LogQuery {
  page?: string
  after?: string
}

/** A log also accepts its cursor as `after`. */
export function afterAsPage({ after, ...query }: LogQuery): LogQuery {
  if (after === undefined) return query
  if (query.page !== undefined)
    throw new DomainError('invalid_input', 'after: cannot be combined with page. Send one of the two.')
  return { ...query, page: after }
}

/** The schema of a page of a list. */
export function envelopeOf(item: z.ZodType, extras: z.ZodRawShape = {}): z.ZodType {
  return z.object({
    next: z.object({ page: z.string() }).optional(),
    count: z.int(),
    items: z.array(item),
    ...extras,
  })
}
