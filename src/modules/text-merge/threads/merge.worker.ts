import type { FileMerge, LineChange, ThreeTexts } from '../../../platform/git.ts'
import { serveTasks, type TaskContext } from '../../../platform/workers/worker-tasks.ts'
import { documentFromMarkdown } from '../../documents/index.ts'
import { createMergeSource, type SourceMerge, type ThreeSources } from '../source.ts'

export interface SourceTask extends ThreeSources {
  isTitleConflict: boolean
}

/** What the main thread runs Git for: it limits how many run at once. */
export type GitQuestion = { merged: ThreeTexts } | { compared: [before: string, after: string] }

/** The tasks that run in a worker thread. */
export const mergeTasks = {
  mergeSource: ({ isTitleConflict, ...three }: SourceTask, { ask }: TaskContext): Promise<SourceMerge> => {
    const git = {
      mergeFile: (merged: ThreeTexts) => ask<FileMerge>({ merged } satisfies GitQuestion),
      lineChanges: (before: string, after: string) =>
        ask<LineChange[] | undefined>({ compared: [before, after] } satisfies GitQuestion),
    }
    const documentOf = (text: string) => Buffer.from(JSON.stringify(documentFromMarkdown(text)))
    return createMergeSource({ git, documentOf })(three, isTitleConflict)
  },
}

await serveTasks(mergeTasks)
