import { createHash } from 'node:crypto'
import type { Caller } from '../../core/operations/caller.ts'
import type { JobContext } from '../../core/operations/module.ts'
import type { GitOperation, Space } from '../../generated/prisma/client.ts'
import type { GitOptions, GitReport, GitStage } from './git.model.ts'

/** A running operation, and what its steps share. */
export interface OperationRun {
  ctx: JobContext
  /** The user who requested it. */
  caller: Caller
  row: GitOperation
  options: GitOptions
  /** With credentials. */
  url: string
  space: Space
  /** The local copy of the repository. */
  cacheKey: string
  syncKey: string
  /** Aborts when the node stops, or the time is over. */
  signal: AbortSignal
  stage: (stage: GitStage) => Promise<void>
  /** What is known about the files when the operation fails. */
  reportOnFailure: (report: GitReport) => void
}

interface Repository {
  organizationId: string
  /** Its address without credentials, or the stable name that requests give it. */
  repository: string
}

/** The local copy of a repository. Organizations share none. */
export const cacheKeyOf = ({ organizationId, repository }: Repository): string =>
  `${organizationId} ${repository}`

/** A space is synced with a folder of a branch of a repository. */
export const syncKeyOf = ({
  ref,
  directory,
  ...repository
}: Repository & { ref: string; directory: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([cacheKeyOf(repository), ref, directory]))
    .digest('base64url')
    .slice(0, 32)
