import { z } from 'zod'
import { DomainError } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import type { GitOperation, Prisma, Revision } from '../../../generated/prisma/client.ts'
import { holdSpace, moveSpaceToSame, writeApart } from '../../content/index.ts'
import { type ContentEdits, type GitOrigin, NO_EDITS, Snapshot } from '../../revisions/index.ts'
import type { GitOptions } from '../git.model.ts'
import type { OperationRun } from '../git.run.ts'
import { getTriggerable } from '../git.service.ts'
import { finish, recordSync } from '../git.steps.ts'
import type { ExportPlan } from './plan-export.ts'

interface Pushed {
  commit: string
  /** False if the branch had the content already. */
  isNew: boolean
}

const Input = z.object({
  operationId: idField('GitOperation', 'The operation.'),
  syncKey: z.string(),
  plan: z.custom<ExportPlan>(),
  pushed: z.custom<Pushed>(),
})

/** Records a commit that was pushed: where each page is in the repository now. */
const writeExport = operation({
  id: 'git.export.apply',
  input: Input,
  scope: 'space:write',
  writes: true,
  serializeBy: async ({ plan }) => plan.revision.spaceId,
  authorize: async (ctx, { operationId }) => {
    const row = await ctx.tx.gitOperation.findUnique({ where: { id: operationId } })
    if (!row) throw new DomainError('not_found', 'This Git operation does not exist.')
    await getTriggerable(ctx, { spaceId: row.spaceId })
    return row
  },
  run: async (ctx, { syncKey, plan, pushed }, row) => {
    const options = row.options as unknown as GitOptions
    const { spaceId } = row
    const held = await holdSpace(ctx, spaceId)
    const synced = await markOrigins(ctx, held, plan, gitOf(row, pushed))
    await recordSync(ctx, spaceId, row, {
      key: syncKey,
      ref: row.ref,
      directory: options.directory,
      commit: pushed.commit,
      revisionId: synced.id,
      timestamp: row.timestamp,
      settings: plan.settings as unknown as Prisma.InputJsonObject,
      summary: plan.summary ?? null,
      refused: plan.refused,
      isPartial: plan.isPartial,
    })
    await finish(ctx, held.space, row, {
      result: pushed.isNew ? 'applied' : 'unchanged',
      commit: pushed.commit,
      revisionId: synced.id,
      report: plan.report,
    })
  },
})

function gitOf(row: GitOperation, { commit, isNew }: Pushed): Prisma.InputJsonObject {
  const { commitMessage = '', repoCommitURL } = row.options as unknown as GitOptions
  return {
    oid: commit,
    message: commitMessage,
    createdByService: isNew,
    ref: row.ref,
    ...(repoCommitURL ? { url: repoCommitURL + commit } : {}),
  }
}

/** Writes the origins of exported pages. The space may have moved on since the export was computed. */
async function markOrigins(
  ctx: WriteContext,
  held: Awaited<ReturnType<typeof holdSpace>>,
  plan: ExportPlan,
  git: Prisma.InputJsonObject,
): Promise<Revision> {
  const { revision } = plan
  const edits = await originEdits(ctx, revision, plan.origins)
  if (!edits) {
    await ctx.tx.revision.updateMany({ where: { id: revision.id }, data: { git } })
    return revision
  }
  const synced = await writeApart(ctx, revision, edits, { type: 'update', parents: [revision.id], git })
  if (held.revision.id === revision.id) {
    await moveSpaceToSame(ctx, held, synced)
    return synced
  }
  const later = await originEdits(ctx, held.revision, plan.origins)
  const parents = [held.revision.id]
  if (later) {
    const marked = await writeApart(ctx, held.revision, later, { type: 'update', parents })
    await moveSpaceToSame(ctx, held, marked)
  }
  return synced
}

async function originEdits(
  ctx: WriteContext,
  revision: Revision,
  { pages, files, reusables }: ExportPlan['origins'],
): Promise<ContentEdits | undefined> {
  if (pages.size + files.size + reusables.size === 0) return undefined
  const snapshot = new Snapshot(ctx.reads.db, revision)
  const marked = <T extends { git?: GitOrigin }>(
    records: ReadonlyMap<string, T>,
    origins: ReadonlyMap<string, GitOrigin>,
  ) => new Map([...records].map(([id, record]) => [id, { ...record, git: origins.get(id) as GitOrigin }]))
  return {
    ...NO_EDITS,
    pages: marked(await snapshot.pages([...pages.keys()]), pages),
    files: marked(await snapshot.files([...files.keys()]), files),
    reusables: marked(await snapshot.reusables([...reusables.keys()]), reusables),
  }
}

export const applyExport = ({ caller, row, syncKey }: OperationRun, plan: ExportPlan, pushed: Pushed) =>
  caller.call(writeExport, { operationId: row.id, syncKey, plan, pushed })

/** The author of the commit: the user who requested the export. */
export async function authorOf({ ctx, row }: OperationRun) {
  const user = await ctx.database.prisma.user.findUniqueOrThrow({ where: { id: row.createdById ?? '' } })
  return { name: user.displayName, email: user.email ?? `${user.id}@quire.invalid`, at: ctx.now() }
}
