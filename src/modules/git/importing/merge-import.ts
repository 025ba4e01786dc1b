import { DomainError } from '../../../core/errors.ts'
import type { TurnContext } from '../../../core/operations/context.ts'
import type { GitOperation, Revision, Space } from '../../../generated/prisma/client.ts'
import { isSameContent } from '../../content/index.ts'
import { type MergeResult, mergeRevisions } from '../../merge/index.ts'
import { type ContentEdits, type Roots, Snapshot } from '../../revisions/index.ts'
import type { GitOptions } from '../git.model.ts'
import type { ImportPlan } from './import-plan.ts'

/** The edits that bring a commit into a space, and where both changed the same content. */
export type Merge = ContentEdits & Pick<MergeResult, 'conflicts'>

interface Sides {
  plan: ImportPlan
  incoming: Revision
  space: Space
  primary: Revision
}

/** What brings the commit into the space. */
export async function mergeWith(
  ctx: TurnContext,
  { plan, incoming, space, primary }: Sides,
): Promise<Merge | undefined> {
  if (isSameContent(primary, incoming)) return undefined
  const base = baseOf(plan, space)
  if (hasSameRoots(primary, base)) return { ...plan.edits, conflicts: [] }
  const three = { base: { ...incoming, ...base }, primary, changed: incoming }
  return (
    await mergeRevisions(ctx.reads.db, three, { git: ctx.tools.git, organizationId: space.organizationId })
  ).result
}

/** The content of the last sync. */
export const baseOf = ({ base }: ImportPlan, { id }: Space): Roots => base ?? emptyRoots(id)

const emptyRoots = (spaceId: string): Roots => ({
  spaceId,
  pagesRoot: null,
  foldersRoot: null,
  filesRoot: null,
  reusablesRoot: null,
  variables: {},
})

export const hasSameRoots = (one: Roots, other: Roots): boolean =>
  one.pagesRoot === other.pagesRoot &&
  one.foldersRoot === other.foldersRoot &&
  one.filesRoot === other.filesRoot &&
  one.reusablesRoot === other.reusablesRoot &&
  JSON.stringify(one.variables) === JSON.stringify(other.variables)

/** The pages that both sides changed, by title and path. */
export async function conflictsIn(
  ctx: TurnContext,
  { primary, incoming, merged }: { primary: Revision; incoming: Revision; merged: Merge },
): Promise<string[]> {
  const ids = [...new Set(merged.conflicts.map(({ subject }) => subject))]
  if (ids.length === 0) return []
  const { db } = ctx.reads
  const ours = await new Snapshot(db, primary).pages(ids)
  const theirs = await new Snapshot(db, incoming).pages(ids)
  return ids.map((id) => {
    const page = theirs.get(id) ?? ours.get(id)
    return page ? `"${page.title}"${page.git ? ` (${page.git.path})` : ''}` : id
  })
}

/** Fails on conflicts, unless the repository wins. */
export function requireAgreement(names: readonly string[], row: GitOperation): void {
  if (names.length === 0 || (row.options as unknown as GitOptions).force) return
  const shown = names.slice(0, MAX_NAMES).join(', ')
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  throw new DomainError(
    'conflict',
    `Both the repository and the space changed ${shown}${more}. Change one of them, or import with force to let the repository win.`,
  )
}

const MAX_NAMES = 20
