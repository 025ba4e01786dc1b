import type { GitSync, Revision } from '../../../generated/prisma/client.ts'
import { hasCommit, type LocalRepository } from '../../../platform/git/objects.ts'
import { fetchCommit, type GitRemote, GitRemoteError } from '../../../platform/git/remote.ts'
import { GIT_LIMITS } from '../git.model.ts'
import type { OperationRun } from '../git.run.ts'
import type { Syncs } from '../git.steps.ts'

/** The branch has commits that have to be imported before an export. */
export class NotImported extends GitRemoteError {}

/** What an export builds upon. */
export interface ExportStart {
  /** The commit to add to; undefined to start from nothing. */
  commit: string | undefined
  /** The last sync, with the layout of the files. */
  sync: GitSync | undefined
  /** The revision with the content of the commit, if the space had it: only differences from it are written. */
  base: Revision | undefined
  /** The revision to export. */
  revision: Revision
  /** Whether a node that died has pushed the commit for this operation. */
  isOwn: boolean
}

/** The local copy of a repository, where it is copied from, and the commit of the branch, if it has one. */
interface FetchedBranch {
  repository: LocalRepository
  source: GitRemote
  tip: string | undefined
}

/** Finds the commit that an export adds to. Commits that were never imported are not overwritten without force. */
export async function startOf(
  { ctx, row, options, space, signal }: OperationRun,
  { repository, source, tip }: FetchedBranch,
  { own, latest }: Syncs,
): Promise<ExportStart> {
  const { prisma } = ctx.database
  const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: space.id } })
  const revision = await prisma.revision.findUniqueOrThrow({ where: { id: revisionId } })
  const baseOf = async (sync: GitSync) =>
    (await prisma.revision.findUnique({ where: { id: sync.revisionId } })) ?? undefined
  const sync = own ?? latest
  if (tip === undefined) {
    // A new branch begins where the space was last in step with this repository.
    const isHere =
      sync !== undefined &&
      ((await hasCommit(repository, sync.commit)) ||
        (await fetchCommit(repository, source, sync.commit, { maxBytes: GIT_LIMITS.bytes }, signal)))
    const isSamePlace = isHere && sync.directory === options.directory
    return {
      commit: isHere ? sync.commit : undefined,
      sync,
      base: isSamePlace ? await baseOf(sync) : undefined,
      revision,
      isOwn: false,
    }
  }
  if (own?.commit === tip) {
    return { commit: tip, sync: own, base: await baseOf(own), revision, isOwn: false }
  }
  // A node that died has pushed it for this operation.
  const isOwn = row.commit === tip
  if (!options.force && !isOwn) {
    throw new NotImported(
      'The branch has commits that were not imported. Import it first, or export with force to let the space win.',
    )
  }
  return { commit: tip, sync, base: undefined, revision, isOwn }
}
