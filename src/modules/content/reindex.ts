import type { Revision, Space } from '../../generated/prisma/client.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { ParsedPageCache, ParsedPages } from '../documents/index.ts'
import { type PageRecord, Snapshot } from '../revisions/index.ts'
import { INDEX_VERSION, indexChange, resetIndexes } from './main-content-indexes.ts'

/** The number of pages per transaction. Other writers of the space wait for one such transaction at most. */
const CHUNK = 100

interface ReindexOptions {
  /** Stops the work between two transactions. The next run continues with the unfinished space. */
  signal?: AbortSignal
  chunk?: number
  /** Called with the progress from time to time. */
  onProgress?: (progress: { spaceId: string; pages: number; of: number }) => void
  /** Called for a space that failed. The others are indexed anyway. */
  onError?: (spaceId: string, error: unknown) => void
}

/** The number of spaces that are found with one statement. */
const SPACES_AT_ONCE = 1_000

/** A space of each organization, then the next one of each, so that none waits for all spaces of another. */
const NEXT = statement<OldSpace>({
  name: 'contentToIndex',
  text: `SELECT "id", "organizationId" FROM "Space"
    WHERE "indexVersion" < $1 AND "deletedAt" IS NULL AND "id" <> ALL($2::text[])
    ORDER BY row_number() OVER (PARTITION BY "organizationId" ORDER BY "id"), "id" LIMIT ${SPACES_AT_ONCE}`,
})

type OldSpace = Pick<Space, 'id' | 'organizationId'>

const HOLD = statement<{ revisionId: string }>({
  name: 'contentToIndexHold',
  text: `SELECT "revisionId" FROM "Space" WHERE "id" = $1 AND "indexVersion" < $2 AND "deletedAt" IS NULL
    FOR NO KEY UPDATE`,
})

const DONE = statement({
  name: 'contentIndexed',
  text: `UPDATE "Space" SET "indexVersion" = $2 WHERE "id" = $1 AND "indexVersion" < $2`,
})

/**
 * Indexes main content again where its indexes were created by older code or are missing. Returns the ids of those
 * spaces. If all are current, this is one index look-up.
 */
export async function indexOldContent(database: Database, options: ReindexOptions = {}): Promise<string[]> {
  const done: string[] = []
  /** Spaces that failed, or that another node indexes. */
  const left: string[] = []
  for (;;) {
    const spaces = await database.query(NEXT, [INDEX_VERSION, left])
    if (spaces.length === 0) return done
    for (const space of spaces) {
      if (options.signal?.aborted) return done
      try {
        const isDone = await indexSpace(database, space, options)
        ;(isDone ? done : left).push(space.id)
      } catch (error) {
        left.push(space.id)
        options.onError?.(space.id, error)
      }
    }
  }
}

const OUTDATE = statement({
  name: 'contentToOutdate',
  text: `UPDATE "Space" SET "indexVersion" = 0 WHERE "deletedAt" IS NULL AND ($1::text IS NULL OR "id" = $1)`,
})

/** Indexes main content again, of one space or of all of them. Returns the ids of the spaces. */
export async function indexAllContentAgain(
  database: Database,
  { spaceId, ...options }: ReindexOptions & { spaceId?: string } = {},
): Promise<string[]> {
  await database.query(OUTDATE, [spaceId ?? null])
  return indexOldContent(database, options)
}

/**
 * In batches, each in a transaction that locks the space. Changes between the batches are indexed by their writers,
 * and each batch reads the current main content, so the order does not matter.
 */
async function indexSpace(database: Database, space: OldSpace, options: ReindexOptions): Promise<boolean> {
  const { id: spaceId } = space
  const { signal, chunk = CHUNK, onProgress } = options
  const ids = await held(database, spaceId, (db, revision) => startOver(db, revision))
  for (let at = 0; ids && at < ids.length; at += chunk) {
    if (signal?.aborted) return false
    const part = ids.slice(at, at + chunk)
    const parsedPages = await readAhead(database, space, part)
    const isHeld = await held(database, spaceId, async (db, revision) => {
      await indexPages(db, revision, part, parsedPages)
      return true
    })
    if (!isHeld) return false
    const pages = Math.min(at + chunk, ids.length)
    if (pages < ids.length) onProgress?.({ spaceId, pages, of: ids.length })
  }
  if (!ids) return false
  await database.query(DONE, [spaceId, INDEX_VERSION])
  return true
}

/** Null if the space was deleted or another node has indexed it. */
function held<Result>(
  database: Database,
  spaceId: string,
  work: (db: Queryable, revision: Revision) => Promise<Result>,
): Promise<Result | null> {
  return database.transaction(async (tx, db) => {
    const [space] = await db.query(HOLD, [spaceId, INDEX_VERSION])
    if (!space) return null
    return work(db, await tx.revision.findUniqueOrThrow({ where: { id: space.revisionId } }))
  })
}

/** Removes pages that no longer exist from the indexes. Returns the existing pages. */
async function startOver(db: Queryable, revision: Revision): Promise<string[]> {
  const snapshot = new Snapshot(db, revision)
  const pages = await snapshot.allPages()
  await resetIndexes(db, revision.spaceId, {
    pages: asNew(pages),
    folders: new Map(),
    files: asNew(await snapshot.allFiles()),
    reusables: asNew(await snapshot.allReusables()),
  })
  return [...pages.keys()].sort()
}

/** Texts are parsed before the space is locked, and again only if they changed in between. */
async function readAhead(db: Database, old: OldSpace, ids: readonly string[]): Promise<ParsedPages> {
  // A separate cache: the shared one should keep what users read recently.
  const parsedPages = ParsedPages.for(old.organizationId, new ParsedPageCache(0))
  const space = await db.prisma.space.findUnique({ where: { id: old.id }, select: { revisionId: true } })
  const revision = space && (await db.prisma.revision.findUnique({ where: { id: space.revisionId } }))
  if (!revision) return parsedPages
  const snapshot = new Snapshot(db, revision)
  const pages = await snapshot.pages(ids)
  const texts = await snapshot.documents([...pages.values()].flatMap(({ document }) => document ?? []))
  await parsedPages.readStored(texts.keys(), async () => texts)
  return parsedPages
}

/** Indexes pages as if they were new. */
async function indexPages(
  db: Queryable,
  revision: Revision,
  ids: readonly string[],
  parsedPages: ParsedPages,
): Promise<void> {
  const after = new Snapshot(db, revision)
  const pages: ReadonlyMap<string, PageRecord> = await after.pages(ids)
  const none = new Map()
  await indexChange(db, {
    spaceId: revision.spaceId,
    before: after,
    after,
    diff: { pages: asNew(pages), folders: none, files: none, reusables: none },
    parsedPages,
    isAgain: true,
  })
}

const asNew = <Value>(entries: ReadonlyMap<string, Value>) =>
  new Map([...entries].map(([id, after]) => [id, { before: null, after }]))
