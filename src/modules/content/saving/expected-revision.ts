import { invalidField } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import type { PrepareContext, TurnContext } from '../../../core/operations/context.ts'
import type { Revision } from '../../../generated/prisma/client.ts'
import {
  type ContentChange,
  type RebasedChanges,
  rebaseChanges,
  type WrittenDocuments,
} from '../../content-changes/index.ts'
import { sourceMerger } from '../../text-merge/index.ts'
import { isSame } from '../content.writing.ts'
import { revisionById } from '../content-scope.ts'

export const ExpectedRevision = idField(
  'Revision',
  'The revision that the changes are based on, as you read it. If the content has changed since, texts are merged by ' +
    'lines and fields one by one. If others changed the same lines or fields, or deleted what you changed, nothing is ' +
    'saved: `CONFLICT` with the three versions. If omitted, the changes overwrite those of others.',
).optional()

/** A batch, and the revision that it is based on. */
export interface ExpectingChanges {
  changes: readonly ContentChange[]
  expectedRevision?: string | undefined
}

/** A batch as it applies to one revision. It stays valid as long as that revision is the current one. */
export interface RebasedBatch extends RebasedChanges {
  revisionId: string
}

/**
 * Converts a batch to one for the current content. Texts are merged before the lock, in `known`; under the lock they
 * are merged again only if the content has changed meanwhile.
 */
export async function rebasedOnto(
  { reads, tools }: TurnContext | PrepareContext,
  space: { id: string; organizationId: string },
  { changes, expectedRevision }: ExpectingChanges,
  current: { id: string } | Revision,
  { documents, known }: { documents: WrittenDocuments; known?: RebasedBatch | undefined },
): Promise<RebasedBatch> {
  const unchanged = { revisionId: current.id, changes, settled: new Map(), merged: new Set<string>() }
  if (expectedRevision === undefined || expectedRevision === current.id) return unchanged
  if (known?.revisionId === current.id) return known
  const [expected, latest] = await reads.loadMany(revisionById, [expectedRevision, current.id])
  if (expected?.spaceId !== space.id || !latest) {
    throw invalidField('expectedRevision', `there is no revision ${expectedRevision} in this space`)
  }
  if (isSame(expected, latest)) return unchanged
  const mergeSource = sourceMerger(tools.git, space.organizationId)
  const parts = { db: reads.db, expected, current: latest, documents, mergeSource }
  return { revisionId: current.id, ...(await rebaseChanges(changes, parts)) }
}
