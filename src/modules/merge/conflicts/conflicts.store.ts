import { newId } from '../../../core/ids.ts'
import { partsWithin } from '../../../core/lists/long-values.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { ChangeRequest, Prisma } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { mapInTurns, Turns } from '../../../platform/turns/turns.ts'
import type { Conflict } from '../three-way/types.ts'

/** The parts of a conflict that are stored as JSON; the rest are columns. */
export type ConflictDetail = Pick<Conflict, 'base' | 'primary' | 'changed' | 'hunks' | 'resolved' | 'related'>

const DELETE_OPEN = statement({
  name: 'openConflictsDelete',
  text: `DELETE FROM "Conflict" x USING unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS n(kind, type, subject, field)
    WHERE x."changeRequestId" = $1 AND x."resolution" IS NULL AND x."kind" = n.kind AND x."subjectType" = n.type
      AND x."subject" = n.subject AND x."field" IS NOT DISTINCT FROM n.field`,
})

/**
 * Stores the conflicts of a change request. An open conflict about the same subject is replaced, because its
 * versions are outdated.
 */
export async function keepConflicts(
  ctx: WriteContext,
  { id: changeRequestId, spaceId }: ChangeRequest,
  conflicts: readonly Conflict[],
): Promise<void> {
  await ctx.reads.db.query(DELETE_OPEN, [
    changeRequestId,
    conflicts.map(({ kind }) => kind),
    conflicts.map(({ subjectType }) => subjectType),
    conflicts.map(({ subject }) => subject),
    conflicts.map(({ field }) => field ?? null),
  ])
  const rows = await mapInTurns(conflicts, ({ kind, subjectType, subject, field, ...detail }) => {
    const bytes = Buffer.byteLength(JSON.stringify(detail))
    // It consists of records and texts, which are JSON.
    const stored = { detail: detail as unknown as Prisma.InputJsonObject, detailBytes: bytes }
    return { bytes, row: { kind, subjectType, subject, field: field ?? null, ...stored } }
  })
  const turns = new Turns()
  for (const part of partsWithin(rows, STATEMENT_BYTES)) {
    await turns.pause()
    await ctx.tx.conflict.createMany({
      data: part.map(({ row }) => ({
        ...row,
        id: newId('Conflict'),
        changeRequestId,
        spaceId,
        createdAt: ctx.now(),
      })),
    })
  }
}

/** The bytes of conflicts that one statement stores: encoding more would block the event loop. */
const STATEMENT_BYTES = 256 * 1024
