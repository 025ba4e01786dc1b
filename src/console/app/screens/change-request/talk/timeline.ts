/** Something that happened to a change request besides its threads. */
export interface Happening {
  kind:
    | 'opened'
    | 'edited'
    | 'updated'
    | 'ready'
    | 'drafted'
    | 'archived'
    | 'requested'
    | 'approved'
    | 'rejected'
    | 'merged'
  id: string
  at: string
  person: { readonly id: string; readonly displayName: string; readonly photoURL?: string | null } | null
  /** How many edits in a row it stands for. */
  count?: number
  /** A review of an earlier revision. */
  isOutdated?: boolean
}

export type Entry<Thread> =
  | { kind: 'thread'; id: string; at: string; thread: Thread }
  | { kind: 'happening'; id: string; at: string; happening: Happening }

/** Edits of one person in a row are one line: somebody who saves often should not push the talk apart. */
function joined<Thread>(entries: readonly Entry<Thread>[]): Entry<Thread>[] {
  const result: Entry<Thread>[] = []
  for (const entry of entries) {
    const last = result.at(-1)
    const isSame =
      entry.kind === 'happening' &&
      last?.kind === 'happening' &&
      entry.happening.kind === 'edited' &&
      last.happening.kind === 'edited' &&
      entry.happening.person?.id === last.happening.person?.id
    if (!isSame) result.push(entry)
    else {
      const count = (last.happening.count ?? 1) + (entry.happening.count ?? 1)
      result[result.length - 1] = { ...entry, happening: { ...entry.happening, count } }
    }
  }
  return result
}

/** Threads and what happened between them, oldest first. What happened at the same moment comes before a thread. */
export function timelineOf<Thread extends { readonly id: string; readonly postedAt: string }>(
  threads: readonly Thread[],
  happenings: readonly Happening[],
): Entry<Thread>[] {
  const entries: Entry<Thread>[] = [
    ...happenings.map((happening) => ({
      kind: 'happening' as const,
      id: happening.id,
      at: happening.at,
      happening,
    })),
    ...threads.map((thread) => ({ kind: 'thread' as const, id: thread.id, at: thread.postedAt, thread })),
  ]
  // Times are ISO 8601 in UTC, which sort as texts; sorting is stable.
  return joined(entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)))
}
