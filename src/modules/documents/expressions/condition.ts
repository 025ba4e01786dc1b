import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Expression } from 'acorn'
import { MeteredCache } from '../../../platform/observing/metered-cache.ts'
import { ExpressionError, evaluateParsed, parseExpression, type Scope } from './evaluate.ts'

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

const CACHE_BYTES = 8 * 1024 * 1024
/** Parsed conditions. A tree of nodes takes about 100 bytes per character of its source. */
const parsed = new MeteredCache<string, Expression>('conditions', {
  maxSize: CACHE_BYTES,
  sizeCalculation: (_expression, source) => 200 + 100 * source.length,
})

function parsedCondition(condition: string): Expression {
  const known = parsed.get(condition)
  if (known) return known
  const expression = parseExpression(condition)
  parsed.set(condition, expression)
  return expression
}

/** Whether a condition is met. One that cannot be evaluated is not, so that nothing is shown by mistake. */
export function conditionHolds(condition: string, scope: Scope): boolean {
  try {
    return Boolean(evaluateParsed(parsedCondition(condition), scope))
  } catch {
    return false
  }
}

/** The number of conditions that are evaluated before other requests are served. */
const CONDITIONS_PER_TURN = 64

/** Those of many conditions that are met. */
export async function conditionsThatHold(
  conditions: Iterable<string>,
  scope: Scope,
): Promise<ReadonlySet<string>> {
  const held = new Set<string>()
  let count = 0
  for (const condition of new Set(conditions)) {
    if (count > 0 && count % CONDITIONS_PER_TURN === 0) await nextTurn()
    count += 1
    if (conditionHolds(condition, scope)) held.add(condition)
  }
  return held
}
