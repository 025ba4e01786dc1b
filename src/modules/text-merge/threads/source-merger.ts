import { refusedText, reviveDomainError } from '../../../core/worker-errors.ts'
import type { Git } from '../../../platform/git.ts'
import { Turns } from '../../../platform/turns/turns.ts'
import { threadsBesideMain, WorkerPool } from '../../../platform/workers/worker-pool.ts'
import { encodedDocument } from '../../documents/index.ts'
import { createMergeSource, type MergeSource } from '../source.ts'
import type { GitQuestion, mergeTasks } from './merge.worker.ts'

/** Sources with at most this many characters together are merged on the main thread, in a few milliseconds. */
const MAX_SHORT = 8_000

/** Threads start with the first long source and end when idle. */
const pool = new WorkerPool<typeof mergeTasks>({
  file: 'modules/text-merge/threads/merge.worker',
  threads: threadsBesideMain(),
  maxQueued: 500,
  reviveError: reviveDomainError,
})

/** Merges sources of an organization, long ones in a worker thread. Organizations take turns. */
export function sourceMerger(allGit: Git, organizationId: string): MergeSource {
  const git = allGit.forOrganization(organizationId)
  const documentOf = (text: string) => encodedDocument(text, organizationId)
  const onThisThread = createMergeSource({ git, documentOf })
  const answer = (question: GitQuestion) =>
    'merged' in question ? git.mergeFile(question.merged) : git.lineChanges(...question.compared)
  const turns = new Turns()
  return async (three, isTitleConflict) => {
    if (three.base.length + three.primary.length + three.changed.length <= MAX_SHORT) {
      // There can be many of them.
      await turns.pause()
      return onThisThread(three, isTitleConflict)
    }
    try {
      return await pool.run('mergeSource', { ...three, isTitleConflict }, { answer, organizationId })
    } catch (error) {
      throw refusedText(error, 'merged')
    }
  }
}
