import type { BatchDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { eachInTurns } from '../../../platform/turns/turns.ts'
import { pathOf } from '../../revisions/index.ts'
import { findPage, findPageAt, type PageRow } from '../content.loaders.ts'
import type { Content } from '../content-scope.ts'
import {
  declareMainContentIndex,
  type MainContentChange,
  type MainContentIndex,
} from '../main-content-indexes.ts'

/** Longer paths are not remembered: the index accepts little more. */
const MAX_BYTES = 2_000
/** The most levels of a path that are looked up. */
const MAX_LEVELS = 20

const INSERT = statement({
  name: 'formerPathsInsert',
  text: `INSERT INTO "FormerPath" ("spaceId", "path", "pageId")
    SELECT DISTINCT ON (m.path) $1, m.path, m.page FROM unnest($2::text[], $3::text[]) AS m(path, page)
    ON CONFLICT ("spaceId", "path") DO UPDATE SET "pageId" = EXCLUDED."pageId"`,
})

/** Remembers the paths of pages that are moved, renamed or removed. */
async function remember(db: Queryable, { spaceId, before, diff }: MainContentChange): Promise<void> {
  const moved: string[] = []
  await eachInTurns(diff.pages, ([id, { before: was, after: is }]) => {
    if (was && was.slug !== '' && (was.parent !== is?.parent || was.slug !== is.slug)) moved.push(id)
  })
  if (moved.length === 0) return
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
declareMainContentIndex('formerPaths', formerPathIndex)

const FIND = statement<{ ord: number; path: string; pageId: string }>({
  name: 'formerPaths',
  text: `SELECT k.ord::int, f."path", f."pageId" FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(space, path, ord)
    JOIN "FormerPath" f ON f."spaceId" = k.space AND f."path" = k.path ORDER BY k.ord`,
})

/** The pages that had these paths: where there was one, its id and the position of the path. */
export async function formerPagesAt(
  db: Queryable,
  keys: readonly { spaceId: string; path: string }[],
): Promise<{ at: number; pageId: string }[]> {
  if (keys.length === 0) return []
  const rows = await db.query(FIND, [keys.map(({ spaceId }) => spaceId), keys.map(({ path }) => path)])
  return rows.map(({ ord, pageId }) => ({ at: ord - 1, pageId }))
}

/** The beginnings of a path, the longest first, as a moved page can contain another one. `rest` is what follows. */
export const beginningsOf = (slugs: readonly string[]): { path: string; rest: readonly string[] }[] =>
  slugs.slice(0, MAX_LEVELS).map((_, at) => {
    const length = Math.min(slugs.length, MAX_LEVELS) - at
    return { path: slugs.slice(0, length).join('/'), rest: slugs.slice(length) }
  })

const formerIds: BatchDefinition<{ spaceId: string; path: string }, string> = {
  name: 'formerIds',
  cacheKey: ({ spaceId, path }) => `${spaceId}/${path}`,
  batch: async ({ db }, keys) => {
    const found = new Map((await formerPagesAt(db, keys)).map(({ at, pageId }) => [at, pageId]))
    return keys.map((_, at) => found.get(at) ?? null)
  },
}

/** The page that a path led to in main content before it, or a page above it, was moved or renamed. */
export async function findFormerPage(
  reads: RequestLoaders,
  content: Content,
  path: string,
): Promise<PageRow | null> {
  const { spaceId } = content
  const beginnings = beginningsOf(path.split('/'))
  const ids = await Promise.all(beginnings.map((part) => reads.load(formerIds, { spaceId, path: part.path })))
  for (const [at, id] of ids.entries()) {
    const row = id === null ? null : await findPage(reads, content, id)
    const rest = beginnings[at]?.rest ?? []
    if (!row) continue
    const found =
      rest.length === 0 ? row : await findPageAt(reads, content, [pathOf(placed(row)), ...rest].join('/'))
    if (found) return found
  }
  return null
}

const placed = ({ pageId: id, page, above }: PageRow) => ({ id, page, above })
