import { z } from 'zod'
import { conditionProblem } from '../documents/index.ts'

/** An expression about the visitor. One that does not parse is refused. */
export const Condition = z
  .string()
  .min(1)
  .max(1024)
  .superRefine((condition, context) => {
    const problem = condition.trim() === '' ? 'must not be blank' : conditionProblem(condition)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })
  .meta({ description: 'An expression about the visitor that decides whether it is shown.' })
