import { z } from 'zod'
import { appendEvents, type NewEvent } from '../../../core/events/events.ts'
import type { JobContext } from '../../../core/operations/module.ts'
import type { MergeCheck, Prisma } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { enqueue } from '../../../platform/queue.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { NOT_DELETED } from '../../spaces/index.ts'
import { conflictsOf, type Three, type ThreeIds } from './found-conflicts.ts'
import { type MergeFacts, mergeFactsOf } from './merge-facts.ts'

/**
 * The job that looks for conflicts of change requests with main content that was changed. Its payload has the id of the
 * space, which is also its key.
 */
export const CHECK_MERGES = 'merge.check'

const Payload = z.object({ spaceId: z.string() })

/** The newest draft or open change requests of a space that are compared with it. */
const MAX_CHECKED = 200
/** Those whose results one transaction writes. */
const CHUNK = 20
/** Main content is often changed several times in a row, which is looked at once. */
const DELAY_MS = 10_000

const LIVE = `c."status" IN ('draft', 'open')`

const WITH_PROPOSALS = statement<{ id: string }>({
  name: 'spacesWithProposals',
  text: `SELECT moved."id" FROM unnest($1::text[]) AS moved("id")
    WHERE EXISTS (SELECT 1 FROM "ChangeRequest" c WHERE c."spaceId" = moved."id" AND ${LIVE})`,
})

/** Has the change requests of these spaces, whose main content was changed, compared with it in the background. */
export async function checkMergesLater(
  tx: Prisma.TransactionClient,
  db: Queryable,
  { organizationId, spaceIds, now }: { organizationId: string; spaceIds: readonly string[]; now: Date },
): Promise<void> {
  if (spaceIds.length === 0) return
  const spaces = await db.query(WITH_PROPOSALS, [spaceIds])
  const runAt = new Date(now.getTime() + DELAY_MS)
  await Promise.all(
    spaces.map(({ id: spaceId }) =>
      enqueue(tx, CHECK_MERGES, { spaceId }, { organizationId, jobKey: spaceId, runAt }),
    ),
  )
}

type LastCheck = {
  [Name in keyof MergeCheck]: Name extends 'changeRequestId' ? string : MergeCheck[Name] | null
}

/** The change requests that were not compared with current main content, with the result of the last comparison. */
const UNCHECKED = statement<LastCheck>({
  name: 'uncheckedMerges',
  text: `SELECT c."id" AS "changeRequestId", k."baseId", k."primaryId", k."changedId", k."hasConflicts"
    FROM (SELECT c."id" FROM "ChangeRequest" c WHERE c."spaceId" = $1 AND ${LIVE} ORDER BY c."id" DESC LIMIT ${MAX_CHECKED}) c
    JOIN "Space" s ON s."id" = $1 AND ${NOT_DELETED}
    LEFT JOIN "MergeCheck" k ON k."changeRequestId" = c."id"
    WHERE k."primaryId" IS DISTINCT FROM s."revisionId" ORDER BY c."id" DESC`,
})

/**
 * Stores results, unless another run has stored them meanwhile, main content was changed again, or the change request was
 * merged or archived. Returns the change requests for which it was stored.
 */
const STORE = statement<{ changeRequestId: string }>({
  name: 'storeMergeChecks',
  text: `INSERT INTO "MergeCheck" AS k ("changeRequestId", "baseId", "primaryId", "changedId", "hasConflicts")
    SELECT found."id", found."baseId", found."primaryId", found."changedId", found."hasConflicts"
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[])
      AS found("id", "baseId", "primaryId", "changedId", "hasConflicts")
    JOIN "ChangeRequest" c ON c."id" = found."id" AND ${LIVE}
    JOIN "Space" s ON s."id" = c."spaceId" AND found."primaryId" = ANY(s."sameRevisions" || s."revisionId")
    ORDER BY found."id"
    ON CONFLICT ("changeRequestId") DO UPDATE SET "baseId" = EXCLUDED."baseId", "primaryId" = EXCLUDED."primaryId",
      "changedId" = EXCLUDED."changedId", "hasConflicts" = EXCLUDED."hasConflicts"
      WHERE k."primaryId" <> EXCLUDED."primaryId"
    RETURNING k."changeRequestId"`,
})

interface Checked {
  facts: MergeFacts
  hasConflicts: boolean
  /** Whether it had none before main content was changed, so that people have to know. */
  isNew: boolean
}

/** Compares the change requests of a space with its main content, and appends an event for each that has conflicts since. */
export async function checkMerges(payload: unknown, ctx: JobContext): Promise<void> {
  const { spaceId } = Payload.parse(payload)
  const unchecked = await ctx.database.query(UNCHECKED, [spaceId])
  for (let at = 0; at < unchecked.length; at += CHUNK) {
    const last = new Map(unchecked.slice(at, at + CHUNK).map((row) => [row.changeRequestId, row]))
    const checked: Checked[] = []
    for (const facts of await mergeFactsOf(ctx.database, [...last.keys()])) {
      ctx.signal.throwIfAborted()
      checked.push(await check(ctx, facts, last.get(facts.id)))
    }
    await ctx.database.transaction((tx, db) => store(tx, db, checked, ctx.now()))
  }
}

async function check(ctx: JobContext, facts: MergeFacts, last: LastCheck | undefined): Promise<Checked> {
  const hasConflicts = await conflictsWith(ctx, facts, facts.primary)
  return { facts, hasConflicts, isNew: hasConflicts && !(await hadConflicts(ctx, facts, last)) }
}

/**
 * Whether people know of the conflicts. Of those that an update has left they were told by the update. Otherwise they were
 * told when main content was changed before, unless the change request was updated or edited since and had none then.
 */
async function hadConflicts(
  ctx: JobContext,
  facts: MergeFacts,
  last: LastCheck | undefined,
): Promise<boolean> {
  if (facts.conflicts.length > 0) return true
  if (!last?.hasConflicts || last.primaryId === null || last.baseId !== facts.base) return false
  return last.changedId === facts.changed || conflictsWith(ctx, facts, last.primaryId)
}

/** Whether a change request, as it is now, has conflicts with a revision of main content. */
async function conflictsWith(
  { database, git }: JobContext,
  facts: MergeFacts,
  primary: string,
): Promise<boolean> {
  const isOutdated = facts.isOutdated || primary !== facts.primary
  const revisionsOf = async (ids: ThreeIds): Promise<Three> => {
    const rows = await database.prisma.revision.findMany({ where: { id: { in: [...ids] } } })
    const three = ids.map((id) => rows.find((row) => row.id === id))
    if (three.some((row) => !row)) throw new Error('A revision of this change request is missing.')
    return three as unknown as Three
  }
  const { count } = await conflictsOf({ ...facts, primary, isOutdated }, { db: database, git, revisionsOf })
  return count > 0
}

async function store(
  tx: Prisma.TransactionClient,
  db: Queryable,
  checked: readonly Checked[],
  now: Date,
): Promise<void> {
  if (checked.length === 0) return
  const rows = await db.query(STORE, [
    checked.map(({ facts }) => facts.id),
    checked.map(({ facts }) => facts.base),
    checked.map(({ facts }) => facts.primary),
    checked.map(({ facts }) => facts.changed),
    checked.map(({ hasConflicts }) => hasConflicts),
  ])
  const stored = new Set(rows.map(({ changeRequestId }) => changeRequestId))
  const events = checked.flatMap(({ facts: { id, spaceId, organizationId }, isNew }): NewEvent[] =>
    isNew && stored.has(id)
      ? [
          {
            organizationId,
            spaceId,
            changeRequestId: id,
            type: 'change_request.conflicted',
            subject: { changeRequest: id },
          },
        ]
      : [],
  )
  if (events.length > 0) await appendEvents(tx, events, null, now)
}
