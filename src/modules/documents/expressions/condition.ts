import { ExpressionError, parseExpression } from './evaluate.ts'

/** Returns what is wrong with a condition, or null if it is valid. An empty condition is valid. */
export function conditionProblem(condition: string): string | null {
  if (condition.trim() === '') return null
  try {
    parseExpression(condition)
    return null
  } catch (error) {
    if (error instanceof ExpressionError) return `is not a valid condition: ${error.message}`
    throw error
  }
}
