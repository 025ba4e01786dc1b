import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import type { Context, WriteContext } from '../../../core/operations/context.ts'
import { operation, preparedOperation } from '../../../core/operations/operation.ts'
import type { GitOperation, Prisma, Revision, Space } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import {
  type HeldSpace,
  holdSpace,
  isSameContent,
  MANY_PAGES_MS,
  moveSpaceTo,
  requireUnruled,
  revisionById,
  writeApart,
} from '../../content/index.ts'
import { ParsedPages } from '../../documents/index.ts'
import { mayBypass, namesOf, readMerged } from '../../merge/index.ts'
import { hasEdits, Nodes, Snapshot } from '../../revisions/index.ts'
import { reachOf } from '../../spaces/index.ts'
import type { GitOptions } from '../git.model.ts'
import type { OperationRun } from '../git.run.ts'
import { getTriggerable } from '../git.service.ts'
import { type Finished, finish, finishWithoutChange, recordSync } from '../git.steps.ts'
import type { ImportPlan } from './import-plan.ts'
import { baseOf, conflictsIn, hasSameRoots, type Merge, mergeWith, requireAgreement } from './merge-import.ts'

const Place = { operationId: idField('GitOperation', 'The operation.') }
const Input = z.object({ ...Place, plan: z.custom<ImportPlan>() })
/** A revision with the content of a commit, and the nodes of its maps. */
interface Incoming {
  revision: Revision
  nodes: Nodes
}

const ApplyInput = Input.extend({ spaceId: z.string(), incoming: z.custom<Incoming>().optional() })

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

const OPERATION = statement<GitOperation>({
  name: 'gitOperationRow',
  text: `SELECT * FROM "GitOperation" WHERE "id" = $1`,
})

async function getSubject(ctx: Context, { operationId }: { operationId: string }): Promise<Subject> {
  const [row] = await ctx.reads.db.query(OPERATION, [operationId])
  if (!row) throw notFound('This Git operation')
  return { row, space: await getTriggerable(ctx, { spaceId: row.spaceId }) }
}

const optionsOf = ({ options }: GitOperation) => options as unknown as GitOptions

/** Writes the content of a commit as a revision that main content is not changed to. It needs no lock. */
const writeIncoming = operation({
  id: 'git.import.write',
  input: Input,
  scope: 'space:write',
  writes: true,
  timeLimitMs: MANY_PAGES_MS,
  authorize: getSubject,
  run: async (ctx, { plan }, { row, space }): Promise<Incoming> => {
    const nodes = new Nodes(ctx.reads.db, space.id)
    const parents = [plan.base?.id ?? space.revisionId]
    const git = gitOf(plan, row)
    const written = { type: 'update', parents, git } as const
    const incoming = await writeApart(ctx, baseOf(plan, space), plan.edits, written, nodes)
    if (!optionsOf(row).dryRun) return { revision: incoming, nodes }
    const primary = await ctx.tx.revision.findUniqueOrThrow({ where: { id: space.revisionId } })
    const merged = await mergeWith(ctx, { plan, incoming, space, primary })
    if (merged) {
      const conflicts = await conflictsIn(ctx, { primary, incoming, merged })
      if (!optionsOf(row).standalone) await requireMayImport(ctx, await holdSpace(ctx, space.id), row)
      requireAgreement(conflicts, row)
    }
    throw new DryRun(merged !== undefined)
  },
})

/** Merges a commit into the space, completely or not at all. */
const writeImport = preparedOperation({
  id: 'git.import.apply',
  input: ApplyInput,
  scope: 'space:write',
  serializeBy: ({ spaceId }) => spaceId,
  timeLimitMs: MANY_PAGES_MS,
  authorize: getSubject,
  /** Texts are merged before the lock, because this is slow and other writers would wait for it. */
  prepareInTurn: async (ctx, { plan, incoming }, { row, space }): Promise<WorkedOut> => {
    const primary = await ctx.reads.load(revisionById, space.revisionId)
    // Since it was authorized, the space was deleted, or its user lost access.
    if (!primary) throw notFound('This space')
    const merged =
      incoming && !optionsOf(row).standalone
        ? await mergeWith(ctx, { plan, incoming: incoming.revision, space, primary })
        : undefined
    const parsedPages = merged
      ? await readMerged(new Snapshot(ctx.reads.db, primary), merged, space.organizationId)
      : new ParsedPages()
    return { primary: primary.id, merged, parsedPages }
  },
  run: async (ctx, { plan, incoming }, { row, space: { id } }, worked) => {
    const options = optionsOf(row)
    const held = await holdSpace(ctx, id)
    const written = await apply(ctx, held, { plan, incoming, row, worked })
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
        isPartial: plan.isPartial,
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

/** A merge that was computed for a revision of the space, and is valid as long as it is current. */
interface WorkedOut {
  primary: string
  /** Undefined if the space has the content of the commit already. */
  merged: Merge | undefined
  parsedPages: ParsedPages
}

interface Written {
  isChanged: boolean
  /** The revision with the content of the commit. */
  synced: string
  /** The revision to show as the result. */
  current: string
}

interface Applied {
  plan: ImportPlan
  /** Undefined if the commit has the content of the last sync, so that there is nothing to merge. */
  incoming: Incoming | undefined
  row: GitOperation
  worked: WorkedOut
}

async function apply(
  ctx: WriteContext,
  held: HeldSpace,
  { plan, incoming: written, row, worked }: Applied,
): Promise<Written> {
  const { revision: primary, space } = held
  const incoming = written?.revision
  if (!incoming) return { isChanged: false, synced: plan.base?.id ?? primary.id, current: primary.id }
  if (optionsOf(row).standalone) return { isChanged: true, synced: incoming.id, current: incoming.id }
  const isCurrent = worked.primary === primary.id
  const merged = isCurrent ? worked.merged : await mergeWith(ctx, { plan, incoming, space, primary })
  const unchanged = { isChanged: false, synced: incoming.id, current: primary.id }
  if (!merged) return unchanged
  await requireMayImport(ctx, held, row)
  requireAgreement(await conflictsIn(ctx, { primary, incoming, merged }), row)
  const { parsedPages } = worked
  const nodes = written.nodes.within(ctx.reads.db)
  if (hasSameRoots(primary, baseOf(plan, space))) {
    await moveSpaceTo(ctx, held, incoming, { parsedPages, nodes, texts: plan.edits.documents })
    return { isChanged: true, synced: incoming.id, current: incoming.id }
  }
  const { conflicts: _conflicts, ...edits } = merged
  const parents = [primary.id, incoming.id]
  const next = await writeApart(
    ctx,
    primary,
    edits,
    { type: 'update', parents, git: gitOf(plan, row) },
    nodes,
  )
  if (isSameContent(next, primary)) return unchanged
  const texts = new Map([...plan.edits.documents, ...edits.documents])
  await moveSpaceTo(ctx, held, next, { parsedPages, nodes, texts })
  return { isChanged: true, synced: incoming.id, current: next.id }
}

/** With merge rules, an import is a change that nobody has reviewed here. Who may bypass them can say so. */
async function requireMayImport(ctx: WriteContext, held: HeldSpace, row: GitOperation): Promise<void> {
  const { space, rules } = held
  const { id: spaceId, organizationId } = space
  const names = namesOf(rules)
  const isBypassed = names !== '' && optionsOf(row).bypassRules
  if (isBypassed && mayBypass(await reachOf(ctx.reads, spaceId), rules)) {
    const subject = { gitOperation: row.id, rules: names }
    return ctx.emit({ organizationId, spaceId, type: 'git.rules_bypassed', subject })
  }
  requireUnruled(
    held,
    'Import into a change request, or let an admin of the space import with `bypassRules`, or change the merge rules.',
  )
}

function gitOf({ commit }: ImportPlan, row: GitOperation): Prisma.InputJsonObject {
  const { repoCommitURL } = optionsOf(row)
  return {
    oid: commit.oid,
    message: commit.message,
    createdByService: false,
    ref: row.ref,
    ...(repoCommitURL ? { url: repoCommitURL + commit.oid } : {}),
  }
}

/** Runs the last steps of an import. A dry run only records what would have changed. */
export async function applyImport({ ctx, caller, row }: OperationRun, plan: ImportPlan): Promise<void> {
  const { id: operationId } = row
  const { standalone, dryRun } = optionsOf(row)
  const isUnchanged = plan.base !== undefined && !standalone && !hasEdits(plan.edits, plan.base)
  const done = { commit: plan.commit.oid, report: plan.report }
  let incoming: Incoming | undefined
  try {
    if (!isUnchanged) incoming = await caller.call(writeIncoming, { operationId, plan })
    if (dryRun) return await finishDryRun(false)
    await caller.call(writeImport, { operationId, spaceId: row.spaceId, plan, incoming })
  } catch (error) {
    if (error instanceof DryRun) return await finishDryRun(error.isChanged)
    // Nothing refers to it.
    if (incoming) await ctx.database.prisma.revision.deleteMany({ where: { id: incoming.revision.id } })
    throw error
  }

  function finishDryRun(isChanged: boolean): Promise<void> {
    const finished: Finished = { result: isChanged ? 'applied' : 'unchanged', ...done }
    return caller.call(finishWithoutChange, { operationId, finished })
  }
}
