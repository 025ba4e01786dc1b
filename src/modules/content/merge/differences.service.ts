import { z } from 'zod'
import type { Reads } from '../../../core/lists/loaders.ts'
import { operation } from '../../../core/operations/operation.ts'
import { diffRevisions, Snapshot } from '../../revisions/index.ts'
import { place } from '../content.model.ts'
import { type Content, getContent, revisionById } from '../content.places.ts'
import { type SemanticChange, semanticChanges } from './diff.ts'
import { changedIds } from './merge-revisions.ts'

export const DEFAULT_DIFFERENCES = 10

export const ListDifferences = z.object({
  ...place,
  limit: z
    .int()
    .min(1)
    .max(1000)
    .default(DEFAULT_DIFFERENCES)
    .meta({
      description: `Maximum number of changes, 1 to 1000; ${DEFAULT_DIFFERENCES} by default.`,
    }),
})

/** What a revision changed, as many changes as were asked for. */
export interface Differences {
  content: Content
  before: Snapshot
  changes: SemanticChange[]
  /** How many more there are. */
  more: number
}

/** What a change request proposes, or what a revision changed over the one before it. */
export const listDifferences = operation({
  id: 'content.listDifferences',
  input: ListDifferences,
  scope: 'space:read',
  writes: false,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: (ctx, { limit }, content) => differencesOf(ctx.reads, content, limit),
})

async function differencesOf(reads: Reads, content: Content, limit: number): Promise<Differences> {
  const { revision, snapshot } = content
  const earlier = await reads.load(revisionById, earlierThan(content))
  // The first revision of a space changed nothing that was there before.
  const before = earlier ?? {
    ...revision,
    pagesRoot: null,
    foldersRoot: null,
    filesRoot: null,
    reusablesRoot: null,
    variables: {},
  }
  const reader = new Snapshot(reads.db, before)
  const diff = await diffRevisions(reads.db, before, revision)
  reader.learn(diff, 'before')
  snapshot.learn(diff, 'after')
  const changes = await semanticChanges({ before: reader, after: snapshot, changes: changedIds(diff) })
  return {
    content,
    before: reader,
    changes: changes.slice(0, limit),
    more: Math.max(0, changes.length - limit),
  }
}

/** The revision that a change request came from, or the one that a revision was made from. */
function earlierThan({ changeRequest, revision }: Content): string {
  if (changeRequest) return changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId
  return revision.parents[0] ?? ''
}
