import type { FileChange } from '../../../platform/git/commits.ts'
import { findSyncs } from '../git.syncs.ts'
import { type ExportTarget, planExport } from './plan-export.ts'

/**
 * The files that an export of main content to an empty repository writes. Null if there is no such space. Bytes are
 * read one file at a time.
 */
export async function filesOfSpace(ctx: ExportTarget['ctx'], spaceId: string): Promise<FileChange[] | null> {
  const { database } = ctx
  const { prisma } = database
  const space = await prisma.space.findFirst({ where: { id: spaceId, deletedAt: null } })
  if (!space) return null
  const revision = await prisma.revision.findUniqueOrThrow({ where: { id: space.revisionId } })
  const { latest } = await findSyncs(database, spaceId, '')
  const target = { ctx, options: { directory: '' }, space }
  const { written } = await planExport(target, {
    commit: undefined,
    // The layout of the last sync, also for files that could not be imported: there is nothing to keep of them.
    sync: latest && { ...latest, refused: [] },
    base: undefined,
    revision,
    isOwn: false,
    repository: undefined,
    entries: [],
  })
  return written
}
