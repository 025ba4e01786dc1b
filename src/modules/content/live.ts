import type { WriteContext } from '../../core/operations/context.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { ParsedPages } from '../documents/index.ts'
import { diffRevisions, type Nodes, type RevisionDiff, Snapshot } from '../revisions/index.ts'
import { indexLinks } from './links/live-index.ts'
import { searchIndex } from './search/live-index.ts'

/** What an index over main content is told when main content moves on. */
export interface LiveChange {
  spaceId: string
  before: Snapshot
  after: Snapshot
  diff: RevisionDiff
  parsedPages: ParsedPages
}

/** Keeps something that is looked up in main content true to it, in the transaction that changes it. */
export type LiveIndex = (db: Queryable, change: LiveChange) => Promise<void>

/** Raise it whenever an index reads or keeps something else: main content of all spaces is then indexed again. */
export const INDEX_VERSION = 1

/** Indexes over main content. Each works on what differs, so an edit costs the same in a large space as in a small one. */
const indexes: LiveIndex[] = [indexLinks, searchIndex]

/** Makes the indexes true to what main content has become. What the writer knows of it need not be read again. */
export async function noteLiveContent(
  ctx: WriteContext,
  before: Revision,
  after: Revision,
  { parsedPages = new ParsedPages(), nodes }: { parsedPages?: ParsedPages | undefined; nodes?: Nodes } = {},
): Promise<void> {
  const { db } = ctx.reads
  const change: LiveChange = {
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

export async function indexChange(db: Queryable, change: LiveChange): Promise<void> {
  for (const index of indexes) await index(db, change)
}
