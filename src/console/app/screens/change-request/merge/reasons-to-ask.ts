import { texts } from '../../../texts/index.ts'
import type { Reviewer } from '../people/reviewers.ts'

interface State {
  status: string
  openThreads: number
  isOutdated: boolean
  reviewers: readonly Reviewer[]
}

interface Reason {
  text: string
  /** Whether the person has to say that they mean it. */
  isSerious: boolean
}

/** What the API allows, but somebody may not have meant: merging a draft, or against a review. */
export function reasonsToAsk({ status, openThreads, isOutdated, reviewers }: State): Reason[] {
  const t = texts.changeRequest.merge
  const named = (some: readonly Reviewer[]) => some.map(({ user }) => user.displayName).join(', ')
  const against = reviewers.filter(({ verdict }) => verdict === 'CHANGES_REQUESTED')
  const missing = reviewers.filter(({ verdict, isOutdated }) => verdict === undefined || isOutdated)
  const reasons: (Reason | false)[] = [
    status === 'DRAFT' && { text: t.draft, isSerious: true },
    against.length > 0 && { text: t.against(named(against)), isSerious: true },
    missing.length > 0 && { text: t.missing(named(missing)), isSerious: false },
    openThreads > 0 && { text: t.threads(openThreads), isSerious: false },
    isOutdated && { text: t.outdated, isSerious: false },
  ]
  return reasons.filter((reason) => reason !== false)
}
