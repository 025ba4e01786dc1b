import type { Revision } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { Git } from '../../../platform/git.ts'
import { MeteredCache } from '../../../platform/observing/metered-cache.ts'
import { type PlacedPage, pathOf, Snapshot } from '../../revisions/index.ts'
import { mergeRevisions } from '../merge-revisions.ts'
import type { MergeFacts } from './merge-facts.ts'

/** A page that main content and a change request changed differently. */
export interface ConflictingPage {
  pageId: string
  title: string
  path: string
}

/** The conflicts that a merge would have. */
export interface FoundConflicts {
  count: number
  pages: readonly ConflictingPage[]
}

const NONE: FoundConflicts = { count: 0, pages: [] }

/** The pages that are named. A merge of two large imports can have thousands of conflicts. */
export const MAX_CONFLICTING_PAGES = 100

const ENTRY_BYTES = 500
const bytesOf = ({ pages }: FoundConflicts, key: string): number =>
  pages.reduce(
    (sum, { title, path }) => sum + ENTRY_BYTES + 2 * (title.length + path.length),
    2 * key.length,
  ) + ENTRY_BYTES

/** Revisions never change, so what was found for three of them stays true. */
const known = new MeteredCache<string, FoundConflicts>('mergeability', {
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: bytesOf,
})

/** Base, main content and change request. */
export type ThreeIds = readonly [base: string, primary: string, changed: string]
export type Three = readonly [base: Revision, primary: Revision, changed: Revision]

interface MergeSources {
  db: Queryable
  git: Git
  /** Reads the revisions, which the caller has checked that they may be read. */
  revisionsOf: (ids: ThreeIds) => Promise<Three>
}

/** The conflicts of a change request: those that an update has left, and those that a merge would find. Writes nothing. */
export async function conflictsOf(facts: MergeFacts, sources: MergeSources): Promise<FoundConflicts> {
  const { base, primary, changed, isOutdated, conflicts: open } = facts
  if (!isOutdated && open.length === 0) return NONE
  const subjects = open.map(({ subjectType, subject, field }) => `${subjectType} ${subject} ${field ?? ''}`)
  const key = [base, primary, changed, ...subjects].join('\n')
  const found = known.get(key) ?? (await findConflicts(facts, sources))
  known.set(key, found)
  return found
}

async function findConflicts(
  { organizationId, isOutdated, conflicts: open, ...ids }: MergeFacts,
  { db, git, revisionsOf }: MergeSources,
): Promise<FoundConflicts> {
  const [base, primary, changed] = await revisionsOf([ids.base, ids.primary, ids.changed])
  const merge = isOutdated
    ? (await mergeRevisions(db, { base, primary, changed }, { git, organizationId })).result.conflicts
    : []
  const all = [...open, ...merge]
  const pageIds = [
    ...new Set(all.flatMap(({ subjectType, subject }) => (subjectType === 'page' ? [subject] : []))),
  ].slice(0, MAX_CONFLICTING_PAGES)
  const proposed = await new Snapshot(db, changed).placed(pageIds)
  // The change request may have deleted what main content changed.
  const rest = pageIds.filter((pageId) => !proposed.has(pageId))
  const current = rest.length > 0 ? await new Snapshot(db, primary).placed(rest) : new Map()
  const pages = pageIds.flatMap((pageId) => {
    const placed: PlacedPage | undefined = proposed.get(pageId) ?? current.get(pageId)
    return placed ? [{ pageId, title: placed.page.title, path: pathOf(placed) }] : []
  })
  return { count: all.length, pages }
}
