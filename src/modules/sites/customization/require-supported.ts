import { invalidInput } from '../../../core/errors.ts'

/** Settings that clients of the public API know and that this server cannot apply: the only value of each. */
const FIXED: readonly (readonly [group: string, field: string, value: unknown, reason: string])[] = [
  ['ai', 'mode', 'none', 'this server has no assistant for readers'],
  ['ai', 'integrationId', undefined, 'this server has no assistant for readers'],
  ['advancedCustomization', 'enabled', false, 'there are no advanced settings'],
  ['insights', 'trackingCookie', false, 'visits are counted without cookies'],
]

/** Rejects settings that would be stored and have no effect. */
export function requireSupported(given: object): void {
  const groups = given as Record<string, Record<string, unknown> | null | undefined>
  const problems = FIXED.flatMap(([group, field, value, reason]) => {
    const sent = groups[group]?.[field]
    if (sent === undefined || sent === null || sent === value) return []
    const message = value === undefined ? `must be absent: ${reason}` : `must be ${value}: ${reason}`
    return [{ path: [group, field], message }]
  })
  if (problems.length > 0) throw invalidInput(...problems)
}
