import { defineModule } from '../../core/operations/module.ts'
import { keptTable } from '../../core/personal-data.ts'
import { conflictById } from './conflicts/conflicts.loaders.ts'
import { listConflicts, resolveConflict } from './conflicts/conflicts.service.ts'
import './differences/differences.graphql.ts'
import { listDifferences } from './differences/differences.service.ts'
import { facts } from './merge.facts.ts'
import './merge.graphql.ts'
import { routes } from './merge.rest.ts'
import { mergeChangeRequest, updateFromMain } from './merge.service.ts'
import { CHECK_MERGES, checkMerges } from './rules/check-merges.ts'
import { getMergeability } from './rules/mergeability.ts'
import './rules/mergeability.graphql.ts'
import './viewed/viewed.graphql.ts'
import { dataOfViewedPages } from './viewed/viewed.personal.ts'
import { markViewed } from './viewed/viewed.service.ts'

/** Merges change requests with main content, and manages their conflicts and the differences between revisions. */
export const merge = defineModule({
  name: 'merge',
  facts,
  personalData: [keptTable('Conflict', 'resolvedById'), dataOfViewedPages],
  jobs: { [CHECK_MERGES]: checkMerges },
  jobLimits: { [CHECK_MERGES]: 2 },
  operations: [
    mergeChangeRequest,
    updateFromMain,
    resolveConflict,
    listDifferences,
    getMergeability,
    markViewed,
  ],
  lists: [listConflicts],
  routes,
  nodes: { Conflict: conflictById },
})

export { declareMergeFollower } from './merge-followers.ts'
export { mergeRevisions } from './merge-revisions.ts'
export { readMerged } from './read-merged.ts'
export { mayBypass, namesOf } from './rules/blockers.ts'
export { checkMergesLater } from './rules/check-merges.ts'
export type { Conflict, MergeResult } from './three-way/types.ts'
