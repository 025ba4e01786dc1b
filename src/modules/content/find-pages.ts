import type { Revision, Space } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { findAtPaths, findPlaced, type PlacedPage, Snapshot } from '../revisions/index.ts'
import { ComputedLookup } from './computed/computed-lookup.ts'

type PublishedSpace = Pick<Space, 'id' | 'organizationId' | 'revisionId'>
type Roots = Pick<Revision, 'id' | 'spaceId' | 'pagesRoot' | 'foldersRoot' | 'hasComputed'>

const ROOTS = statement<Roots>({
  name: 'rootsOfRevisions',
  text: `SELECT "id", "spaceId", "pagesRoot", "foldersRoot", "hasComputed" FROM "Revision" WHERE "id" = ANY($1)`,
})

async function rootsOf(db: Queryable, spaces: readonly PublishedSpace[]): Promise<Map<string, Roots>> {
  const ids = [...new Set(spaces.map(({ revisionId }) => revisionId))]
  const rows = ids.length === 0 ? [] : await db.query(ROOTS, [ids])
  return new Map(rows.map((row) => [row.spaceId, row]))
}

/**
 * Pages of main content by their paths, for any caller who was admitted to the spaces: three statements for stored
 * pages, however deep and many they are. Conditions of pages are left to the caller.
 */
export async function findPagesAt(
  db: Queryable,
  paths: readonly { space: PublishedSpace; path: string }[],
): Promise<(PlacedPage | null)[]> {
  const roots = await rootsOf(
    db,
    paths.map(({ space }) => space),
  )
  const found = await findAtPaths(
    db,
    paths.map(({ space, path }) => ({
      spaceId: space.id,
      root: roots.get(space.id)?.foldersRoot ?? null,
      path,
    })),
  )
  const isWhole = (index: number) => found[index]?.length === paths[index]?.path.split('/').length
  const placed = await findPlaced(
    db,
    paths.map(({ space }, index) => ({
      spaceId: space.id,
      root: isWhole(index) ? (roots.get(space.id)?.pagesRoot ?? null) : null,
      id: found[index]?.at(-1) ?? '',
    })),
  )
  return Promise.all(
    placed.map(async (page, index) => {
      const at = paths[index]
      const root = at && roots.get(at.space.id)
      if (page || !at || !root?.hasComputed) return page
      return findComputed(db, { ...at, root, ids: found[index] ?? [] })
    }),
  )
}

/** A computed page, which is not stored. It has no pages below it. */
async function findComputed(
  db: Queryable,
  { space, path, root, ids }: { space: PublishedSpace; path: string; root: Roots; ids: readonly string[] },
): Promise<PlacedPage | null> {
  const slugs = path.split('/')
  const slug = slugs.at(-1)
  if (ids.length !== slugs.length - 1 || !slug) return null
  const parent = ids.at(-1) ?? null
  const snapshot = new Snapshot(db, { ...root, filesRoot: null, reusablesRoot: null, variables: {} })
  const [computed] = await new ComputedLookup(db, snapshot, space.organizationId).at([{ parent, slug }])
  if (!computed) return null
  const [above] =
    parent === null ? [] : await findPlaced(db, [{ spaceId: space.id, root: root.pagesRoot, id: parent }])
  return { ...computed, above: above ? [{ id: above.id, page: above.page }, ...above.above] : [] }
}

/** Pages of main content by their ids; null for those that are not there. */
export async function findPagesById(
  db: Queryable,
  keys: readonly { space: PublishedSpace; pageId: string }[],
): Promise<(PlacedPage | null)[]> {
  const roots = await rootsOf(
    db,
    keys.map(({ space }) => space),
  )
  return findPlaced(
    db,
    keys.map(({ space, pageId }) => ({
      spaceId: space.id,
      root: roots.get(space.id)?.pagesRoot ?? null,
      id: pageId,
    })),
  )
}
