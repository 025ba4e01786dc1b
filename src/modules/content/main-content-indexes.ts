import type { WriteContext } from '../../core/operations/context.ts'
import { Registry } from '../../core/registry.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { ParsedPages } from '../documents/index.ts'
import {
  type ContentCopy,
  contentCopies,
  diffRevisions,
  type Nodes,
  type RevisionDiff,
  Snapshot,
} from '../revisions/index.ts'
import { enqueueForSpace } from '../spaces/index.ts'
import { computedIndexesAfter } from './computed/computed-indexes.ts'

/** A change of main content, for the indexes. */
export interface MainContentChange {
  spaceId: string
  before: Snapshot
  after: Snapshot
  diff: RevisionDiff
  parsedPages: ParsedPages
  /** Main content was empty, so the index has no rows of the space. */
  wasEmpty?: boolean
  /** Content is indexed again: pages can have rows although they are new in the difference. */
  isAgain?: boolean
}

/** What a writer of main content knows already, so that it is not read or parsed again. */
export interface KnownContent {
  parsedPages?: ParsedPages | undefined
  /** Nodes of the space. */
  nodes?: Nodes | undefined
  /** Source texts by hash. */
  texts?: ReadonlyMap<string, string> | undefined
}

/** An index over main content, such as its links. Other modules register theirs. */
export interface MainContentIndex {
  /** Updates the index in the transaction that changes main content, from the difference. */
  update(db: Queryable, change: MainContentChange): Promise<void>
  /** Removes pages that no longer exist, before all pages are indexed again. In `all`, everything counts as new. */
  reset(db: Queryable, spaceId: string, all: RevisionDiff): Promise<void>
  /** Copies the index of a space to its duplicate. */
  copy: ContentCopy
}

/**
 * Increase this when an index reads or stores something else: the main content of all spaces is then indexed again.
 */
export const INDEX_VERSION = 5

/** Indexes process only differences, so the cost of an edit does not depend on the size of the space. */
const indexes = new Registry<string, MainContentIndex>('index over main content')

export function declareMainContentIndex(name: string, index: MainContentIndex): void {
  indexes.add({ [name]: index })
  contentCopies.add({ [name]: index.copy })
}

/**
 * The statement that removes the rows of pages other than those in $2 from the table of an index, where the index does not
 * keep them for another reason.
 */
export const strayRows = (table: string, isRemoved = 'true') =>
  statement({
    name: `contentStrays${table}`,
    text: `DELETE FROM "${table}" d WHERE d."spaceId" = $1 AND ${isRemoved}
      AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS k(id) WHERE k.id = d."pageId")`,
  })

/** The statement that removes all rows of a space from the table of an index. */
export const allRows = (table: string) =>
  statement({
    name: `contentForget${table}`,
    text: `DELETE FROM "${table}" WHERE "spaceId" = $1`,
  })

const MANY_PAGES = 100
/**
 * Statements are planned once on a connection, possibly while the tables had few rows and no statistics. With such a plan,
 * each look-up of thousands could read a whole table that has grown since.
 */
const REPLAN = statement({ name: 'contentReplan', text: 'DISCARD PLANS' })

/** Updates the indexes after main content has changed. */
export async function updateIndexes(
  ctx: WriteContext,
  before: Revision,
  after: Revision,
  { parsedPages = new ParsedPages(), nodes, texts }: KnownContent = {},
): Promise<void> {
  const { db } = ctx.reads
  const diff = await diffRevisions(db, before, after, nodes)
  if (diff.pages.size > MANY_PAGES) await db.query(REPLAN, [])
  const change: MainContentChange = {
    spaceId: after.spaceId,
    before: new Snapshot(db, before),
    after: new Snapshot(db, after),
    diff,
    parsedPages,
    wasEmpty: isEmpty(before),
  }
  if (texts) change.after.learnTexts(texts)
  await change.before.learn(change.diff, 'before')
  await change.after.learn(change.diff, 'after')
  await indexChange(db, change)
  for (const job of computedIndexesAfter(change.diff)) {
    await enqueueForSpace(ctx.tx, job, after.spaceId)
  }
  // Content that was empty is now fully indexed.
  if (isEmpty(before)) await db.query(INDEXED, [after.spaceId, INDEX_VERSION])
}

const isEmpty = ({ pagesRoot, filesRoot, reusablesRoot }: Revision): boolean =>
  pagesRoot === null && filesRoot === null && reusablesRoot === null

const INDEXED = statement({
  name: 'contentIndexedFromTheStart',
  text: `UPDATE "Space" SET "indexVersion" = $2 WHERE "id" = $1 AND "indexVersion" < $2`,
})

/** Updates all indexes at once: while PostgreSQL stores rows of one, those of another are computed. */
export async function indexChange(db: Queryable, change: MainContentChange): Promise<void> {
  const updates = await Promise.allSettled(
    [...indexes.entries()].map(([, index]) => index.update(db, change)),
  )
  // After all have ended: none may use the transaction once it is rolled back.
  for (const update of updates) if (update.status === 'rejected') throw update.reason
}

export async function resetIndexes(db: Queryable, spaceId: string, all: RevisionDiff): Promise<void> {
  for (const [, index] of indexes.entries()) await index.reset(db, spaceId, all)
}
