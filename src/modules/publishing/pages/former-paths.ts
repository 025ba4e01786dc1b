import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { eachInTurns } from '../../../platform/turns/turns.ts'
import type { MainContentChange, MainContentIndex } from '../../content/index.ts'
import { findAtPaths, pathOf } from '../../revisions/index.ts'
import type { Candidate } from '../../sites/index.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { Addresses } from './addresses.ts'
import { SpacePages } from './space-pages.ts'

/** Longer paths are not remembered: the index accepts little more. */
const MAX_BYTES = 2_000

const IS_PUBLISHED = statement<{ found: boolean }>({
  name: 'isOnPublishedSite',
  text: `SELECT EXISTS (SELECT 1 FROM "SiteSpace" x JOIN "Site" i ON i."id" = x."siteId"
    WHERE x."spaceId" = $1 AND i."publishedAt" IS NOT NULL) AS "found"`,
})

const INSERT = statement({
  name: 'formerPathsInsert',
  text: `INSERT INTO "FormerPath" ("spaceId", "path", "pageId")
    SELECT DISTINCT ON (m.path) $1, m.path, m.page FROM unnest($2::text[], $3::text[]) AS m(path, page)
    ON CONFLICT ("spaceId", "path") DO UPDATE SET "pageId" = EXCLUDED."pageId"`,
})

/** Remembers the paths of pages that are moved, renamed or removed while their space is on a published site. */
async function remember(db: Queryable, { spaceId, before, diff }: MainContentChange): Promise<void> {
  const moved: string[] = []
  await eachInTurns(diff.pages, ([id, { before: was, after: is }]) => {
    if (was && was.slug !== '' && (was.parent !== is?.parent || was.slug !== is.slug)) moved.push(id)
  })
  if (moved.length === 0) return
  const [row] = await db.query(IS_PUBLISHED, [spaceId])
  if (!row?.found) return
  const paths = [...(await before.placed(moved)).values()]
    .map((placed) => ({ path: pathOf(placed), id: placed.id }))
    .filter(({ path }) => Buffer.byteLength(path) <= MAX_BYTES)
  await db.query(INSERT, [spaceId, paths.map(({ path }) => path), paths.map(({ id }) => id)])
}

/** The former paths of main content. They do not follow from it, so there is nothing to build again. */
export const formerPathIndex: MainContentIndex = {
  update: remember,
  reset: async () => {},
  copy: async () => {},
}

const FIND = statement<Row>({
  name: 'formerPaths',
  text: `SELECT k.ord::int, f."path", f."pageId" FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(space, path, ord)
    JOIN "FormerPath" f ON f."spaceId" = k.space AND f."path" = k.path ORDER BY k.ord`,
})

interface Row {
  ord: number
  path: string
  pageId: string
}

/** The most levels of a path that are looked up. */
const MAX_LEVELS = 20

/**
 * Where the page is that a path led to before it was moved, or a page above it; or that it was removed, on a site that
 * is the same for all. Null if there was none.
 */
export async function formerPlaceAt(
  visit: SiteVisit,
  candidates: readonly Candidate[],
): Promise<{ kind: 'moved'; href: string; isPermanent: boolean } | { kind: 'gone' } | null> {
  // The longest part of a path first, as a moved page can contain another one.
  const keys = candidates.flatMap(({ row, rest }) =>
    rest.slice(0, MAX_LEVELS).map((_, at) => {
      const length = Math.min(rest.length, MAX_LEVELS) - at
      return { row, path: rest.slice(0, length).join('/'), rest: rest.slice(length) }
    }),
  )
  if (keys.length === 0) return null
  const rows = await visit.ctx.db.query(FIND, [
    keys.map(({ row }) => row.spaceId),
    keys.map(({ path }) => path),
  ])
  let isGone = false
  for (const { ord, pageId } of rows) {
    const key = keys[ord - 1]
    if (!key) continue
    const pages = new SpacePages(visit, key.row)
    const page = (await pages.byId([pageId])).get(pageId)
    if (!page) {
      // Where some readers see more than others, it is not said which pages there were.
      const isForAll = key.rest.length === 0 && visit.keeping === 'everyone'
      isGone ||= isForAll && !(await pages.snapshot.pages([pageId])).has(pageId)
      continue
    }
    const path = [pathOf(page), ...key.rest].join('/')
    if (key.rest.length > 0 && !(await isThere(visit, key.row.spaceId, path))) continue
    return { kind: 'moved', href: new Addresses(visit).page(key.row, path), isPermanent: true }
  }
  return isGone ? { kind: 'gone' } : null
}

async function isThere({ ctx, known }: SiteVisit, spaceId: string, path: string): Promise<boolean> {
  const root = known.contents.get(spaceId)?.foldersRoot ?? null
  const [ids = []] = await findAtPaths(ctx.db, [{ spaceId, root, path }])
  return ids.length === path.split('/').length
}
