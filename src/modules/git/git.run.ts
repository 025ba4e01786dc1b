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
  /** Reports the stage, and how many of its files are done. */
  stage: (stage: GitStage, done?: number, total?: number) => Promise<void>
  /** What is known about the files when the operation fails. */
  reportOnFailure: (report: GitReport) => void
}

interface SyncedFolder {
  organizationId: string
  /** The address of the repository without credentials, or the stable name that requests give it. */
  repository: string
  ref: string
  directory: string
}

/**
 * The local copy of a repository. It has what the server at this URL has sent to these credentials, and a server that is
 * asked by another URL cannot refer to it: Git takes an object that it has for granted.
 */
export const cacheKeyOf = (organizationId: string, url: string): string =>
  JSON.stringify([organizationId, new URL(url).href])

/** A space is synced with a folder of a branch of a repository. */
export const syncKeyOf = ({ organizationId, repository, ref, directory }: SyncedFolder): string =>
  createHash('sha256')
    .update(JSON.stringify([`${organizationId} ${repository}`, ref, directory]))
    .digest('base64url')
    .slice(0, 32)
