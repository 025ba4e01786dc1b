import type { z } from 'zod'
import type { ListOperation } from '../operations/operation.ts'
import { parseInput } from '../operations/parse-input.ts'
import type { ListAsk } from './definitions.ts'
import type { PageRequest } from './page.ts'

/** A validated query of a list. The same query can be run for any number of parents, in one batch. */
export function askFor<Input extends z.ZodType, Parent, Filters, Row extends object>(
  operation: ListOperation<Input, Parent, Filters, Row>,
  filters: unknown,
  request: PageRequest,
): ListAsk<Filters> {
  return { filters: parseInput(operation.filters, filters), request }
}
