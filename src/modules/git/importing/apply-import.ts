import { z } from 'zod'
import { DomainError } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import type { TurnContext, WriteContext } from '../../../core/operations/context.ts'
import { preparedOperation } from '../../../core/operations/operation.ts'
import type { GitOperation, Prisma, Revision, Space } from '../../../generated/prisma/client.ts'
import type { CommitFacts } from '../../../platform/git/objects.ts'
import {
  type HeldSpace,
  holdSpace,
  isSameContent,
  MANY_PAGES_MS,
  moveSpaceTo,
  writeApart,
} from '../../content/index.ts'
import type { ParsedPages } from '../../documents/index.ts'
import type { TreeSettings } from '../../import/index.ts'
import { type Conflict, mergeRevisions, readMerged } from '../../merge/index.ts'
import { type ContentEdits, type Roots, Snapshot } from '../../revisions/index.ts'
import type { GitOptions, GitReport } from '../git.model.ts'
import type { OperationRun } from '../git.run.ts'
import { getTriggerable } from '../git.service.ts'
import { type Finished, finish, finishWithoutChange, recordSync } from '../git.steps.ts'

/** A computed import, which only has to be written. */
export interface ImportPlan {
  commit: CommitFacts
  syncKey: string
  /** The revision of the last sync; undefined if there was none. */
  base: Revision | undefined
  /** What turns the base into the content of the commit. */
  edits: ContentEdits
  report: GitReport
  settings: TreeSettings
  summary: string | undefined
  refused: readonly string[]
}

const Input = z.object({
  operationId: idField('GitOperation', 'The operation.'),
  plan: z.custom<ImportPlan>(),
})

/** Nothing of a dry run is kept: its transaction is rolled back. */
class DryRun extends Error {
  readonly isChanged: boolean
  constructor(isChanged: boolean) {
    super('A dry run changes nothing.')
    this.isChanged = isChanged
  }
}

interface Subject {
  row: GitOperation
  space: Space
}

/** Merges a commit into the space, completely or not at all. */
const writeImport = preparedOperation({
  id: 'git.import.apply',
  input: Input,
  scope: 'space:write',
  serializeBy: async ({ operationId }, { reads }) => (await spaceOf(reads.db, operationId)) ?? operationId,
  timeLimitMs: MANY_PAGES_MS,
  authorize: async (ctx, { operationId }): Promise<Subject> => {
    const [row] = await ctx.reads.db.query<GitOperation>(OPERATION, [operationId])
    if (!row) throw new DomainError('not_found', 'This Git operation does not exist.')
    return { row, space: await getTriggerable(ctx, { spaceId: row.spaceId }) }
  },
  prepareInTurn: (ctx, { plan }, { space }): Promise<ParsedPages> => readMerged(ctx, space, plan.edits),
  run: async (ctx, { plan }, { row, space: { id } }, parsedPages) => {
    const options = row.options as unknown as GitOptions
    const held = await holdSpace(ctx, id)
    const written = await apply(ctx, held, plan, row, parsedPages)
    if (options.dryRun) throw new DryRun(written.isChanged)
    const { commit, report } = plan
    if (!options.standalone) {
      await recordSync(ctx, id, row, {
        key: plan.syncKey,
        ref: row.ref,
        directory: options.directory,
        commit: commit.oid,
        revisionId: written.synced,
        timestamp: row.timestamp,
        settings: plan.settings as unknown as Prisma.InputJsonObject,
        summary: plan.summary ?? null,
        refused: [...plan.refused],
      })
    }
    await finish(ctx, held.space, row, {
      result: written.isChanged ? 'applied' : 'unchanged',
      commit: commit.oid,
      revisionId: written.current,
      report,
    })
  },
})

const OPERATION = { name: 'gitOperationRow', text: `SELECT * FROM "GitOperation" WHERE "id" = $1` }

const spaceOf = async (db: TurnContext['reads']['db'], id: string): Promise<string | undefined> =>
  (await db.query<GitOperation>(OPERATION, [id]))[0]?.spaceId

interface Written {
  isChanged: boolean
  /** The revision with the content of the commit. */
  synced: string
  /** The revision to show as the result. */
  current: string
}

async function apply(
  ctx: WriteContext,
  held: HeldSpace,
  plan: ImportPlan,
  row: GitOperation,
  parsedPages: ParsedPages,
): Promise<Written> {
  const { revision } = held
  const { standalone, force, repoCommitURL } = row.options as unknown as GitOptions
  const base: Roots = plan.base ?? emptyRoots(held.space.id)
  const git = {
    oid: plan.commit.oid,
    message: plan.commit.message,
    createdByService: false,
    ref: row.ref,
    ...(repoCommitURL ? { url: repoCommitURL + plan.commit.oid } : {}),
  }
  const isUnchanged = isEmpty(plan.edits, base)
  if (isUnchanged && plan.base && !standalone) {
    // The commit has the content of the last sync, so there is nothing to merge.
    return { isChanged: false, synced: plan.base.id, current: revision.id }
  }
  const parents = plan.base ? [plan.base.id] : [revision.id]
  const incoming = await writeApart(ctx, base, plan.edits, { type: 'update', parents, git })
  if (standalone) return { isChanged: true, synced: incoming.id, current: incoming.id }
  if (isSameContent(revision, incoming)) {
    return { isChanged: false, synced: incoming.id, current: revision.id }
  }
  if (hasSameRoots(revision, base)) {
    await moveSpaceTo(ctx, held, incoming, { parsedPages })
    return { isChanged: true, synced: incoming.id, current: incoming.id }
  }
  const three = { base: { ...incoming, ...base }, primary: revision, changed: incoming }
  const { conflicts, ...edits } = await mergeRevisions(ctx.reads.db, three, ctx.tools.git)
  if (conflicts.length > 0 && !force) throw await inConflict(ctx, revision, incoming, conflicts)
  const merged = await writeApart(ctx, revision, edits, {
    type: 'update',
    parents: [revision.id, incoming.id],
    git,
  })
  if (isSameContent(merged, revision)) {
    return { isChanged: false, synced: incoming.id, current: revision.id }
  }
  await moveSpaceTo(ctx, held, merged, { parsedPages })
  return { isChanged: true, synced: incoming.id, current: merged.id }
}

const emptyRoots = (spaceId: string): Roots => ({
  spaceId,
  pagesRoot: null,
  foldersRoot: null,
  filesRoot: null,
  reusablesRoot: null,
  variables: {},
})

const hasSameRoots = (one: Roots, other: Roots): boolean =>
  one.pagesRoot === other.pagesRoot &&
  one.foldersRoot === other.foldersRoot &&
  one.filesRoot === other.filesRoot &&
  one.reusablesRoot === other.reusablesRoot &&
  JSON.stringify(one.variables) === JSON.stringify(other.variables)

const isEmpty = ({ pages, folders, files, reusables, variables }: ContentEdits, base: Roots): boolean =>
  pages.size + folders.size + files.size + reusables.size === 0 &&
  (variables === undefined || JSON.stringify(variables) === JSON.stringify(base.variables))

/** The pages that both sides changed, by path. */
async function inConflict(
  ctx: WriteContext,
  primary: Revision,
  incoming: Revision,
  conflicts: readonly Conflict[],
): Promise<DomainError> {
  const ids = [...new Set(conflicts.map(({ subject }) => subject))]
  const { db } = ctx.reads
  const ours = await new Snapshot(db, primary).pages(ids)
  const theirs = await new Snapshot(db, incoming).pages(ids)
  const names = ids.map((id) => {
    const page = theirs.get(id) ?? ours.get(id)
    return page ? `"${page.title}"${page.git ? ` (${page.git.path})` : ''}` : id
  })
  const shown = names.slice(0, MAX_NAMES).join(', ')
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return new DomainError(
    'conflict',
    `Both the repository and the space changed ${shown}${more}. Change one of them, or import with force to let the repository win.`,
  )
}

const MAX_NAMES = 20

/** Runs the last step of an import. A dry run only records what would have changed. */
export async function applyImport({ caller, row }: OperationRun, plan: ImportPlan): Promise<void> {
  try {
    await caller.call(writeImport, { operationId: row.id, plan })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
    const finished: Finished = {
      result: error.isChanged ? 'applied' : 'unchanged',
      commit: plan.commit.oid,
      report: plan.report,
    }
    await caller.call(finishWithoutChange, { operationId: row.id, finished })
  }
}
