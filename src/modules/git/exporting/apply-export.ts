import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import type { GitOperation, Prisma, Revision } from '../../../generated/prisma/client.ts'
import {
  type HeldSpace,
  holdSpace,
  MANY_PAGES_MS,
  moveSpaceTo,
  moveSpaceToSame,
  writeApart,
} from '../../content/index.ts'
import { type MovedText, repositoryThreads } from '../../import/index.ts'
import {
  type ContentEdits,
  diffRevisions,
  type GitOrigin,
  hashOf,
  NO_EDITS,
  type PageRecord,
  type ReusableRecord,
  Snapshot,
} from '../../revisions/index.ts'
import type { GitOptions } from '../git.model.ts'
import type { OperationRun } from '../git.run.ts'
import { getTriggerable } from '../git.service.ts'
import { finish, recordSync } from '../git.steps.ts'
import type { ExportPlan, Marks } from './export-plan.ts'

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
  timeLimitMs: MANY_PAGES_MS,
  serializeBy: async ({ plan }) => plan.revision.spaceId,
  authorize: async (ctx, { operationId }) => {
    const row = await ctx.tx.gitOperation.findUnique({ where: { id: operationId } })
    if (!row) throw notFound('This Git operation')
    await getTriggerable(ctx, { spaceId: row.spaceId })
    return row
  },
  run: async (ctx, { syncKey, plan, pushed }, row) => {
    const options = row.options as unknown as GitOptions
    const { spaceId } = row
    const held = await holdSpace(ctx, spaceId)
    const synced = await markExported(ctx, held, plan, gitOf(row, pushed))
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

/**
 * Writes where exported pages are, and the links to those that moved. The space may have moved on since the export was
 * computed.
 */
async function markExported(
  ctx: WriteContext,
  held: HeldSpace,
  plan: ExportPlan,
  git: Prisma.InputJsonObject,
): Promise<Revision> {
  const { revision } = plan
  const edits = await marked(ctx, revision, plan.marks)
  if (!edits) {
    await ctx.tx.revision.updateMany({ where: { id: revision.id }, data: { git } })
    return revision
  }
  const synced = await writeApart(ctx, revision, edits, { type: 'update', parents: [revision.id], git })
  if (held.revision.id === revision.id) await moveTo(ctx, held, synced, edits)
  else {
    const later = await marked(ctx, held.revision, await laterMarks(ctx, held, plan))
    const parents = [held.revision.id]
    if (later) {
      await moveTo(ctx, held, await writeApart(ctx, held.revision, later, { type: 'update', parents }), later)
    }
  }
  return synced
}

/** Only rewritten links are a change of content. */
const moveTo = (ctx: WriteContext, held: HeldSpace, next: Revision, { documents }: ContentEdits) =>
  documents.size > 0 ? moveSpaceTo(ctx, held, next, { texts: documents }) : moveSpaceToSame(ctx, held, next)

/** The marks for a later revision: texts that have changed since have other links. */
async function laterMarks(
  ctx: WriteContext,
  { revision: later, space }: HeldSpace,
  plan: ExportPlan,
): Promise<ExportPlan['marks']> {
  const { marks, moves, revision } = plan
  const diff = await diffRevisions(ctx.reads.db, revision, later)
  const snapshot = new Snapshot(ctx.reads.db, later)
  const relink: Relink = (texts) =>
    moves.size > 0 ? repositoryThreads.relink({ texts, moves }, space.organizationId) : Promise.resolve([])
  const [pages, reusables] = [
    await relinkedMarks(snapshot, diff.pages, marks.pages, relink),
    await relinkedMarks(snapshot, diff.reusables, marks.reusables, relink),
  ]
  return { ...marks, pages, reusables }
}

type Relink = (texts: readonly MovedText[]) => Promise<(string | undefined)[]>

async function relinkedMarks(
  snapshot: Snapshot,
  changed: ReadonlyMap<string, { after: Pick<PageRecord | ReusableRecord, 'document' | 'git'> | null }>,
  marks: Marks,
  relink: Relink,
): Promise<Marks> {
  const next = new Map(marks)
  const records = [...changed].flatMap(([id, { after }]) => (after ? [{ id, ...after }] : []))
  const sources = await snapshot.documents(records.flatMap(({ document }) => document ?? []))
  const texts = records.map(({ id, document, git }) => {
    const to = marks.get(id)?.git?.path ?? git?.path ?? ''
    return { text: sources.get(document ?? '') ?? '', from: git?.path ?? to, to }
  })
  const relinked = await relink(texts)
  for (const [at, { id }] of records.entries()) {
    // Never the text that was exported, which is older.
    const { text: _text, ...mark } = next.get(id) ?? {}
    const text = relinked[at]
    if (text !== undefined) next.set(id, { ...mark, text })
    else if (mark.git) next.set(id, mark)
    else next.delete(id)
  }
  return next
}

async function marked(
  ctx: WriteContext,
  revision: Revision,
  { pages, files, reusables }: ExportPlan['marks'],
): Promise<ContentEdits | undefined> {
  if (pages.size + files.size + reusables.size === 0) return undefined
  const snapshot = new Snapshot(ctx.reads.db, revision)
  const documents = new Map<string, string>()
  const withMarks = <T extends { git?: GitOrigin; document?: string }>(
    records: ReadonlyMap<string, T>,
    marks: Marks,
  ) =>
    new Map(
      [...records].map(([id, record]) => {
        const { git, text } = marks.get(id) ?? {}
        const document = text === undefined ? undefined : hashOf(text)
        if (text !== undefined && document !== undefined) documents.set(document, text)
        return [id, { ...record, ...(git ? { git } : {}), ...(document ? { document } : {}) }]
      }),
    )
  return {
    ...NO_EDITS,
    pages: withMarks(await snapshot.pages([...pages.keys()]), pages),
    files: withMarks(await snapshot.files([...files.keys()]), files),
    reusables: withMarks(await snapshot.reusables([...reusables.keys()]), reusables),
    documents,
  }
}

export const applyExport = ({ caller, row, syncKey }: OperationRun, plan: ExportPlan, pushed: Pushed) =>
  caller.call(writeExport, { operationId: row.id, syncKey, plan, pushed })

/** The author of the commit: the user who requested the export. */
export async function authorOf({ ctx, row }: OperationRun) {
  const user = await ctx.database.prisma.user.findUniqueOrThrow({ where: { id: row.createdById ?? '' } })
  return { name: user.displayName, email: user.email ?? `${user.id}@quire.invalid`, at: ctx.now() }
}
