import { z } from 'zod'
import type { JobContext } from '../../core/operations/module.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { isComputedSource } from '../content/index.ts'
import { ParsedPages } from '../documents/index.ts'
import { Snapshot } from '../revisions/index.ts'
import { AnchorsIn } from './anchors.ts'
import { folderPathOf, meansOther } from './changes.ts'
import { Lookup } from './lookup.ts'
import { resolveLinks } from './resolve-links.ts'
import { findLinksToReconsider, findLostLinks, type LinkRow, NOTHING_CHANGED, updateLinks } from './rows.ts'

/**
 * The job that resolves links of a space again whose targets depend on more than main content: on the pages of OpenAPI
 * specs, and on the address of the repository. Its payload has the id of the space, which is also its key.
 */
export const RESOLVE_LINKS = 'links.resolve'

const Payload = z.object({ spaceId: z.string() })

const HOLD = statement<{ revisionId: string }>({
  name: 'linksHoldSpace',
  text: `SELECT "revisionId" FROM "Space" WHERE "id" = $1 AND "deletedAt" IS NULL FOR NO KEY UPDATE`,
})

/** The number of links per transaction. Writers of the space wait for one such transaction at most. */
const CHUNK = 1_000

export async function resolveLinksOfSpace(payload: unknown, ctx: JobContext): Promise<void> {
  const { spaceId } = Payload.parse(payload)
  const sources = await sourcesIn(ctx, spaceId)
  await resolveAgain(ctx, spaceId, (db) =>
    findLinksToReconsider(db, spaceId, { ...NOTHING_CHANGED, ...sources }),
  )
  let last: LinkRow | undefined
  do {
    const after = last
    const rows = await resolveAgain(ctx, spaceId, (db) => findLostLinks(db, spaceId, after, CHUNK))
    last = rows.length < CHUNK ? undefined : rows.at(-1)
  } while (last && !ctx.signal.aborted)
}

/** The sources of computed pages. Those that change later are considered by the writers that change them. */
async function sourcesIn({ database }: JobContext, spaceId: string) {
  const space = await database.prisma.space.findUnique({ where: { id: spaceId } })
  const revision = space && (await database.prisma.revision.findUnique({ where: { id: space.revisionId } }))
  if (!revision?.hasComputed) return { sources: [], sourceFolders: [] }
  const snapshot = new Snapshot(database, revision)
  const pages = await snapshot.allPages()
  const sources = [...pages].flatMap(([id, page]) => (isComputedSource(page) ? [id] : []))
  const placed = [...(await snapshot.placed(sources)).values()]
  return { sources, sourceFolders: [...new Set(placed.flatMap((page) => folderPathOf(page) ?? []))] }
}

/** Resolves rows in current main content, which is locked meanwhile. Returns the rows as they were. */
function resolveAgain(
  { database, organizationId }: JobContext,
  spaceId: string,
  find: (db: Queryable) => Promise<LinkRow[]>,
): Promise<LinkRow[]> {
  return database.transaction(async (tx, db) => {
    const [space] = await db.query(HOLD, [spaceId])
    const rows = space ? await find(db) : []
    if (!space || rows.length === 0) return rows
    const after = new Snapshot(db, await tx.revision.findUniqueOrThrow({ where: { id: space.revisionId } }))
    const none = new Map()
    const diff = { pages: none, folders: none, files: none, reusables: none }
    const anchors = new AnchorsIn(
      db,
      { spaceId, after, diff, parsedPages: ParsedPages.for(organizationId) },
      none,
    )
    const resolved = await resolveLinks(new Lookup(db, after, { gone: [], added: [] }, anchors), rows)
    const changed = resolved.filter((row, index) => meansOther(row, rows[index]))
    await updateLinks(db, spaceId, changed)
    return rows
  })
}
