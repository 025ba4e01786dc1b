import type { Database } from '../../platform/database.ts'
import type { Syncs } from './git.steps.ts'

/** The sync with the same branch, and the last one with any. */
export async function findSyncs({ prisma }: Database, spaceId: string, key: string): Promise<Syncs> {
  const own = await prisma.gitSync.findUnique({ where: { spaceId_key: { spaceId, key } } })
  const latest = await prisma.gitSync.findFirst({ where: { spaceId }, orderBy: { syncedAt: 'desc' } })
  return { own: own ?? undefined, latest: latest ?? undefined }
}
