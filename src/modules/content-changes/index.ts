import { defineModule } from '../../core/operations/module.ts'

/**
 * Batches of changes to content: what they contain, how they are applied to a draft of a revision, and how they are
 * converted if others have changed the content meanwhile. It writes nothing: the operations are those of content.
 */
export const contentChanges = defineModule({ name: 'content-changes', operations: [], lists: [], routes: [] })

export { Batch } from './batch.ts'
export type { ChangeResult } from './batch-context.ts'
export { MAX_SOURCE } from './body.model.ts'
export { bodyOf, type WrittenDocuments, writeDocuments } from './body.ts'
export {
  type ContentChange,
  ContentChanges,
  MAX_FILES,
  MAX_INLINE_FILE,
  NewPageType,
} from './changes.model.ts'
export { OPENAPI, OpenAPISource } from './computed.model.ts'
export { Draft } from './draft.ts'
export { sourceWith } from './members.ts'
export { type RebasedChanges, rebaseChanges } from './rebase-changes.ts'
export { refuse } from './refuse.ts'
export { sourcesOf, type WithDocument } from './sources.ts'
