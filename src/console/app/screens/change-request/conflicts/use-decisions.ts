import { useCallback, useState } from 'react'
import { keepDraft, readDraft } from '../../../threads/drafts.ts'
import type { Decision } from './segments.ts'

function read(target: string): Decision[] {
  try {
    const kept: unknown = JSON.parse(readDraft(target) || '[]')
    return Array.isArray(kept) ? kept.map((each) => (typeof each === 'string' ? each : null)) : []
  } catch {
    return []
  }
}

/** The decisions about the conflicts of a text, kept on this device until the conflict is resolved. */
export function useDecisions(
  conflictId: string,
): [decisions: readonly Decision[], decide: (index: number, decision: string) => void, forget: () => void] {
  const target = `conflict:${conflictId}`
  const [decisions, setDecisions] = useState(() => read(target))
  const decide = (index: number, decision: string) => {
    const next = Array.from({ length: Math.max(decisions.length, index + 1) }, (_, at) =>
      at === index ? decision : (decisions[at] ?? null),
    )
    setDecisions(next)
    keepDraft(target, JSON.stringify(next))
  }
  const forget = useCallback(() => keepDraft(target, ''), [target])
  return [decisions, decide, forget]
}
