import { DomainError, notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { type ChangeRequest, Prisma, type Revision, type Space } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { callWith } from '../../platform/statements/statement-call.ts'
import {
  contribution,
  emitAboutChangeRequest,
  lockChangeRequest,
  type Place,
  requireUnsettled,
} from '../change-requests/index.ts'
import { type MergeRule, rulesInForce } from '../organizations/index.ts'
import {
  type ContentEdits,
  type Following,
  Nodes,
  type RevisionType,
  writeIfChanged,
  writeRevision,
} from '../revisions/index.ts'
import { type KnownContent, updateIndexes } from './main-content-indexes.ts'

/** The row that identifies the current revision, locked until commit. */
export interface HeldSpace {
  space: Space
  revision: Revision
  /** What a merge into it requires. They do not change until commit. */
  rules: readonly MergeRule[]
}

interface HeldChangeRequest {
  changeRequest: ChangeRequest
  revision: Revision
}

/** For writers of thousands of pages: all of them are indexed within the transaction. */
export const MANY_PAGES_MS = 120_000

/** The row that a writer of content will lock. */
export const heldBy = ({ spaceId = '', changeRequestId }: Place): string =>
  changeRequestId === undefined ? spaceId : `${spaceId} ${changeRequestId}`

/**
 * Locks main content: other writers wait until this transaction ends, and then read its result. Writers that only
 * refer to the space, such as those of its change requests, are not blocked. A writer that needs both locks the
 * space before the change request, which prevents deadlocks.
 */
export async function holdSpace(
  ctx: WriteContext,
  spaceId: string,
  known: readonly Revision[] = [],
): Promise<HeldSpace> {
  const [[locked], current] = await Promise.all([
    ctx.reads.db.query(LOCK_SPACE, [spaceId]),
    currentRevision(ctx, 'Space', spaceId, known),
  ])
  if (!locked || locked.deletedAt) throw notFound('This space')
  const { organizationRules, ...space } = locked
  const rules = rulesInForce(space.mergeRules, organizationRules)
  return { space, rules, revision: await revisionOf(ctx, space.revisionId, current) }
}

const CURRENT = {
  Space: revisionStatement('Space'),
  ChangeRequest: revisionStatement('ChangeRequest'),
}

function revisionStatement(table: string) {
  return statement<Revision>({
    name: `currentRevisionOf${table}`,
    text: `SELECT ${columnsOf('r', Prisma.RevisionScalarFieldEnum)} FROM "Revision" r
      WHERE r."id" = (SELECT "revisionId" FROM "${table}" WHERE "id" = $1)`,
    likePrisma: true,
  })
}

/**
 * The current revision of a row. Sent right after the statement that locks the row, in the same round trip, it sees
 * what the lock has waited for. Revisions that the caller has read already are not read again.
 */
const currentRevision = async (
  ctx: WriteContext,
  table: keyof typeof CURRENT,
  id: string,
  known: readonly Revision[],
): Promise<readonly Revision[]> => (known.length > 0 ? known : ctx.reads.db.query(CURRENT[table], [id]))

/** Revisions never change, so one that was read before is still the same. */
export const revisionOf = async (
  ctx: WriteContext,
  id: string,
  known: readonly Revision[],
): Promise<Revision> =>
  known.find((revision) => revision.id === id) ?? ctx.tx.revision.findUniqueOrThrow({ where: { id } })

// The organization is locked as well, so that its merge rules stay as they are until commit.
const LOCK_SPACE = statement<Space & { organizationRules: Prisma.JsonValue }>({
  name: 'lockSpace',
  text: `SELECT ${columnsOf('s', Prisma.SpaceScalarFieldEnum)}, o."mergeRules" AS "organizationRules"
    FROM "Space" s JOIN "Organization" o ON o."id" = s."organizationId"
    WHERE s."id" = $1 FOR NO KEY UPDATE OF s FOR SHARE OF o`,
})

/** Rejects a write to main content that is no merge, where merges have to meet rules: nobody would have reviewed it. */
export function requireUnruled({ rules }: Pick<HeldSpace, 'rules'>, what: string): void {
  const names = rules.flatMap(({ rule }) => (rule === 'allow_bypass' ? [] : [rule]))
  if (names.length === 0) return
  throw new DomainError(
    'precondition_failed',
    `Main content of this space changes only by merges that meet its merge rules (${[...new Set(names)].join(', ')}). ${what}`,
    names.map((rule) => ({ path: ['mergeRules', rule], message: 'applies to all changes of main content' })),
  )
}

/** Locks the content of a change request. A merged or archived one cannot be changed. */
export async function holdChangeRequest(
  ctx: WriteContext,
  place: { id: string; spaceId: string },
  known: readonly Revision[] = [],
): Promise<HeldChangeRequest> {
  const [changeRequest, current] = await Promise.all([
    lockChangeRequest(ctx, place),
    currentRevision(ctx, 'ChangeRequest', place.id, known),
  ])
  requireUnsettled(changeRequest)
  return { changeRequest, revision: await revisionOf(ctx, changeRequest.revisionId, current) }
}

/** How a revision was created. */
export interface Written {
  type: RevisionType
  /** Whether edits that result in the same content write no revision, and are no event. */
  isOnlyIfChanged?: boolean
  parents: string[]
  mergedFromId?: string
  /** The commit of a repository with the same content. */
  git?: Prisma.InputJsonObject
}

const write = (
  ctx: WriteContext,
  from: Revision,
  edits: ContentEdits,
  { isOnlyIfChanged = false, ...written }: Written,
  { nodes, following }: { nodes?: Nodes | undefined; following?: Following } = {},
): Promise<Revision | null> =>
  (isOnlyIfChanged ? writeIfChanged : writeRevision)(
    { tx: ctx.tx, db: ctx.reads.db, nodes },
    from,
    edits,
    { ...written, createdById: ctx.viewer.userId, createdAt: ctx.now() },
    following,
  )

/** Whether two revisions have the same content: an edit without changes creates no revision. */
export const isSame = (one: Revision, other: Revision): boolean =>
  one.pagesRoot === other.pagesRoot &&
  one.foldersRoot === other.foldersRoot &&
  one.filesRoot === other.filesRoot &&
  one.reusablesRoot === other.reusablesRoot &&
  JSON.stringify(one.variables) === JSON.stringify(other.variables)

/** Applies edits to a locked change request. Returns its revision after them. */
export async function writeChangeRequest(
  ctx: WriteContext,
  { changeRequest, revision }: HeldChangeRequest,
  edits: ContentEdits,
  written: Written & {
    /** The content to apply the edits to, if it is not that of the change request. */
    from?: Revision
    mergedAncestorId?: string
    /** Nodes of the space that were read before. */
    nodes?: Nodes
    following?: Following
  },
): Promise<Revision> {
  const { from = revision, mergedAncestorId, nodes, following, ...rest } = written
  const move = (revisionId: string) => {
    const moved = ctx.tx.changeRequest.updateMany({
      where: { id: changeRequest.id },
      data: {
        revisionId,
        updatedAt: ctx.now(),
        ...(mergedAncestorId ? { revisionMergedAncestorId: mergedAncestorId } : {}),
      },
    })
    return callWith(ctx.reads.db, moved, [contribution(ctx, changeRequest.id)])
  }
  const next = await write(ctx, from, edits, rest, {
    nodes,
    following: (id) => [move(id), ...(following?.(id) ?? [])],
  })
  if (!next) return revision
  emitAboutChangeRequest(ctx, changeRequest, 'change_request.content_changed', { revision: next.id })
  return next
}

/** The same for the main content of a locked space. */
export async function writeSpace(
  ctx: WriteContext,
  held: HeldSpace,
  edits: ContentEdits,
  written: Written,
  { parsedPages, nodes = new Nodes(ctx.reads.db, held.space.id) }: Omit<KnownContent, 'texts'> = {},
): Promise<Revision> {
  const next = await write(ctx, held.revision, edits, written, { nodes })
  if (!next) return held.revision
  await moveSpaceTo(ctx, held, next, { parsedPages, nodes, texts: edits.documents })
  return next
}

/** Writes a revision of a space that its main content is not changed to. */
export const writeApart = (
  ctx: WriteContext,
  from: Parameters<typeof writeRevision>[1],
  edits: ContentEdits,
  written: Omit<Written, 'isOnlyIfChanged'>,
  nodes?: Nodes,
): Promise<Revision> =>
  writeRevision({ tx: ctx.tx, db: ctx.reads.db, nodes }, from, edits, {
    ...written,
    createdById: ctx.viewer.userId,
    createdAt: ctx.now(),
  })

/** Changes the main content of a locked space to a revision, and updates the indexes. */
export async function moveSpaceTo(
  ctx: WriteContext,
  held: HeldSpace,
  next: Revision,
  known: KnownContent = {},
): Promise<void> {
  const { space, revision } = held
  await Promise.all([
    ctx.tx.space.updateMany({
      where: { id: space.id },
      data: { revisionId: next.id, sameRevisions: [], updatedAt: ctx.now() },
    }),
    updateIndexes(ctx, revision, next, known),
  ])
  ctx.emit({
    organizationId: space.organizationId,
    spaceId: space.id,
    type: 'space.content_updated',
    subject: { revision: next.id },
  })
}

/** More revisions in a row with the same content are not remembered. */
const MAX_SAME = 50

/**
 * The same for a revision that records where pages are in a repository and changes no content: it is no event, and
 * change requests that are based on an earlier revision with the same content are not outdated.
 */
export async function moveSpaceToSame(
  ctx: WriteContext,
  { space, revision }: HeldSpace,
  next: Revision,
): Promise<void> {
  const sameRevisions = [...space.sameRevisions, revision.id].slice(-MAX_SAME)
  await ctx.tx.space.update({ where: { id: space.id }, data: { revisionId: next.id, sameRevisions } })
  await updateIndexes(ctx, revision, next)
}
