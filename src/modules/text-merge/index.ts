import { defineModule } from '../../core/operations/module.ts'

/**
 * Merges two versions of a source text with their common base: front matter key by key, the rest line by line. It
 * does not access the database.
 */
export const textMerge = defineModule({ name: 'text-merge', operations: [], lists: [], routes: [] })

export { decide, type KeyConflict, mergeKeys } from './keys.ts'
export type { ConflictHunk } from './regions.ts'
export type { MergeSource, SourceMerge, ThreeSources } from './source.ts'
export { sourceMerger } from './threads/source-merger.ts'
