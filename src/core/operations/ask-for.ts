import type { z } from 'zod'
import type { ListAsk } from '../lists/definitions.ts'
import type { PageRequest } from '../lists/page.ts'
import type { ListOperation } from './operation.ts'
import { parseInput } from './parse-input.ts'

/** A validated query of a list. The same query can be run for any number of parents, in one batch. */
export function askFor<Input extends z.ZodType, Parent, Filters, Row extends object>(
  operation: ListOperation<Input, Parent, Filters, Row>,
  filters: unknown,
  request: PageRequest,
): ListAsk<Filters> {
  return { filters: parseInput(operation.filters, filters), request }
}
