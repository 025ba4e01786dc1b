/** Somebody who was asked for a review, or gave one. */
export interface Reviewer {
  user: { readonly id: string; readonly displayName: string; readonly photoURL: string | null | undefined }
  /** Whether the review was asked for, so that the request can be taken back. */
  isRequested: boolean
  verdict: 'APPROVED' | 'CHANGES_REQUESTED' | undefined
  /** Whether the verdict is about an earlier version. */
  isOutdated: boolean
}

interface Given {
  requested: readonly { readonly user: Reviewer['user'] }[]
  /** Newest first. */
  reviews: readonly {
    readonly status: 'APPROVED' | 'CHANGES_REQUESTED'
    readonly outdated: boolean
    readonly reviewer: Reviewer['user']
  }[]
}

/** Everyone who was asked for a review or gave one, with their last verdict. */
export function reviewersOf({ requested, reviews }: Given): Reviewer[] {
  const people = new Map<string, Reviewer>()
  for (const { user } of requested) {
    people.set(user.id, { user, isRequested: true, verdict: undefined, isOutdated: false })
  }
  for (const { status, outdated, reviewer: user } of reviews) {
    const known = people.get(user.id)
    // The newest review counts.
    if (known?.verdict !== undefined) continue
    people.set(user.id, {
      user,
      isRequested: known?.isRequested ?? false,
      verdict: status,
      isOutdated: outdated,
    })
  }
  return [...people.values()]
}
