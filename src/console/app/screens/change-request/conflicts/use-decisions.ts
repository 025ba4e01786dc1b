import { useCallback, useState } from 'react'
import { keepDraft, readDraft } from '../../../threads/drafts.ts'
import type { Decision, Side } from './segments.ts'

const SIDES: ReadonlySet<unknown> = new Set<Side>(['primary', 'changed', 'both'])

/** What was kept is checked: an earlier version of the console may have written it. */
function isDecision(value: unknown): value is Decision {
  const { side, text } = (value ?? {}) as { side?: unknown; text?: unknown }
  return SIDES.has(side) || typeof text === 'string'
}

function read(target: string): Decision[] {
  try {
    const kept: unknown = JSON.parse(readDraft(target) || '[]')
    return Array.isArray(kept) ? kept.map((each: unknown) => (isDecision(each) ? each : null)) : []
  } catch {
    return []
  }
}

/** The decisions about the conflicts of a text, kept on this device until the conflict is resolved. */
export function useDecisions(
  conflictId: string,
): [
  decisions: readonly Decision[],
  decide: (index: number, decision: NonNullable<Decision>) => void,
  forget: () => void,
] {
  const target = `conflict:${conflictId}`
  const [decisions, setDecisions] = useState(() => read(target))
  const decide = (index: number, decision: NonNullable<Decision>) => {
    const next = Array.from({ length: Math.max(decisions.length, index + 1) }, (_, at) =>
      at === index ? decision : (decisions[at] ?? null),
    )
    setDecisions(next)
    keepDraft(target, JSON.stringify(next))
  }
  const forget = useCallback(() => keepDraft(target, ''), [target])
  return [decisions, decide, forget]
}
