import { readOf } from '../../../core/lists/loaders.ts'
import { changeRequestById } from '../../change-requests/index.ts'
import type { Content } from '../content-scope.ts'

/** What a revision is about: the message of its commit, or the subject of the change request that it merged. */
export const revisionMessage = readOf('space:read', async (reads, { revision }: Content) => {
  const { message } = (revision.git ?? {}) as { message?: string }
  if (message || revision.mergedFromId === null) return message ?? null
  return (await reads.load(changeRequestById, revision.mergedFromId))?.subject ?? null
})
