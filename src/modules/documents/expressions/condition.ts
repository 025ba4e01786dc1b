import { ExpressionError, parseExpression } from './evaluate.ts'

/** What is wrong with a condition; null when it can be read. Nothing is a condition that there is none. */
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
