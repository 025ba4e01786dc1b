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
