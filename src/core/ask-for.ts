import type { z } from 'zod'
import type { ListAsk } from './list.ts'
import type { ListOperation } from './operation.ts'
import type { PageRequest } from './page.ts'
import { parseInput } from './parse-input.ts'

/** What is asked of a list, validated. The same ask may be made of any number of parents, and is then batched. */
export function askFor<Input extends z.ZodType, Parent, Filters, Row extends object>(
  operation: ListOperation<Input, Parent, Filters, Row>,
  filters: unknown,
  request: PageRequest,
): ListAsk<Filters> {
  return { filters: parseInput(operation.filters, filters), request }
}
