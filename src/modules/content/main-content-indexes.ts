import type { WriteContext } from '../../core/operations/context.ts'
import { Registry } from '../../core/registry.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { ParsedPages } from '../documents/index.ts'
import {
  type ContentCopy,
  contentCopies,
  diffRevisions,
  type Nodes,
  type RevisionDiff,
  Snapshot,
} from '../revisions/index.ts'

/** A change of main content, as the indexes over it see it. */
export interface MainContentChange {
  spaceId: string
  before: Snapshot
  after: Snapshot
  diff: RevisionDiff
  parsedPages: ParsedPages
}

/** Rows by which something is looked up in main content, such as its links. A module above declares one. */
export interface MainContentIndex {
  /** Updates the rows in the transaction that changes main content, from the difference. */
  update(db: Queryable, change: MainContentChange): Promise<void>
  /** Removes rows of pages that are gone, before all pages are indexed again. In `all` everything counts as new. */
  reset(db: Queryable, spaceId: string, all: RevisionDiff): Promise<void>
  /** Copies the rows of a space to its duplicate. */
  copy: ContentCopy
}

/** Raise it whenever an index reads or stores something else: main content of all spaces is then indexed again. */
export const INDEX_VERSION = 1

/** Each works on what differs, so an edit costs the same in a large space as in a small one. */
const indexes = new Registry<string, MainContentIndex>('index over main content')

export function declareMainContentIndex(name: string, index: MainContentIndex): void {
  indexes.add({ [name]: index })
  contentCopies.add({ [name]: index.copy })
}

/** The statement that removes the rows of pages other than those in $2 from a table of an index. */
export const strayRows = (table: string) => ({
  name: `contentStrays${table}`,
  text: `DELETE FROM "${table}" d WHERE d."spaceId" = $1
    AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS k(id) WHERE k.id = d."pageId")`,
})

/** The statement that removes all rows of a space from a table of an index. */
export const allRows = (table: string) => ({
  name: `contentForget${table}`,
  text: `DELETE FROM "${table}" WHERE "spaceId" = $1`,
})

/** Updates the indexes after main content has changed. What the writer has parsed is not parsed again. */
export async function updateIndexes(
  ctx: WriteContext,
  before: Revision,
  after: Revision,
  { parsedPages = new ParsedPages(), nodes }: { parsedPages?: ParsedPages | undefined; nodes?: Nodes } = {},
): Promise<void> {
  const { db } = ctx.reads
  const change: MainContentChange = {
    spaceId: after.spaceId,
    before: new Snapshot(db, before),
    after: new Snapshot(db, after),
    diff: await diffRevisions(db, before, after, nodes),
    parsedPages,
  }
  change.before.learn(change.diff, 'before')
  change.after.learn(change.diff, 'after')
  await indexChange(db, change)
  // What was empty is indexed in full by now.
  if (isEmpty(before)) await db.query(INDEXED, [after.spaceId, INDEX_VERSION])
}

const isEmpty = ({ pagesRoot, filesRoot, reusablesRoot }: Revision): boolean =>
  pagesRoot === null && filesRoot === null && reusablesRoot === null

const INDEXED = {
  name: 'contentIndexedFromTheStart',
  text: `UPDATE "Space" SET "indexVersion" = $2 WHERE "id" = $1 AND "indexVersion" < $2`,
}

export async function indexChange(db: Queryable, change: MainContentChange): Promise<void> {
  for (const [, index] of indexes.entries()) await index.update(db, change)
}

export async function resetIndexes(db: Queryable, spaceId: string, all: RevisionDiff): Promise<void> {
  for (const [, index] of indexes.entries()) await index.reset(db, spaceId, all)
}
