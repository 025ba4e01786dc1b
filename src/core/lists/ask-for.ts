import type { z } from 'zod'
import type { ListOperation } from '../operations/operation.ts'
import { parseInput } from '../operations/parse-input.ts'
import type { ListAsk } from './list.ts'
import type { PageRequest } from './page.ts'

/** What is asked of a list, validated. The same ask may be made of any number of parents, and is then batched. */
export function askFor<Input extends z.ZodType, Parent, Filters, Row extends object>(
  operation: ListOperation<Input, Parent, Filters, Row>,
  filters: unknown,
  request: PageRequest,
): ListAsk<Filters> {
  return { filters: parseInput(operation.filters, filters), request }
}
