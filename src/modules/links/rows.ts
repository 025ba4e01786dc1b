import { columnsOf } from '../../core/lists/columns.ts'
import { type Link, Prisma } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { Turns } from '../../platform/turns/turns.ts'

/** A link of a page and its target. */
export type LinkRow = Link

export const LINK_COLUMNS = columnsOf('l', Prisma.LinkScalarFieldEnum)

/** Rows, or values of a kind that rows are found by, per statement: encoding more would block the event loop. */
const CHUNK = 1_000

/**
 * Joins links by equality, one index look-up for each combination of keys, also while the table has no statistics yet:
 * the planner would read all links of the space otherwise. `OFFSET 0` keeps it from merging the subquery into the join.
 */
const joinLinks = (condition: string): string =>
  `CROSS JOIN LATERAL (SELECT * FROM "Link" WHERE ${condition} OFFSET 0) l`

const OF_PAGES = statement<LinkRow>({
  name: 'linksOfPages',
  text: `SELECT ${LINK_COLUMNS} FROM unnest($1::text[], $2::text[]) AS k(space, page)
    ${joinLinks('"spaceId" = k.space AND "pageId" = k.page ORDER BY "pageId", "ordinal"')}
    ORDER BY l."pageId", l."ordinal"`,
})

const TO_TARGETS = statement<LinkRow>({
  name: 'linksToTargets',
  text: `SELECT ${LINK_COLUMNS} FROM unnest($2::text[]) AS k(id)
    ${joinLinks('"spaceId" = $1 AND "targetId" = k.id')} ORDER BY l."pageId", l."ordinal"`,
})

/** The statuses of rows without a target in the content. */
const LOST = `l."status" IN ('broken', 'outside')`
const LOST_STATUSES = `(VALUES ('broken'), ('outside')) AS lost(status)`
const isLost = '"spaceId" = $1 AND "status" = lost.status'

/**
 * Rows whose target may change. The descendants of a moved page are a range of paths, the pages of a computed source a
 * range of ids.
 */
const TO_RECONSIDER = statement<LinkRow>({
  name: 'linksToReconsider',
  text: `SELECT ${LINK_COLUMNS} FROM unnest($2::text[]) AS k(id) ${joinLinks('"spaceId" = $1 AND "targetId" = k.id')}
    UNION
    SELECT ${LINK_COLUMNS} FROM unnest($3::text[]) AS k(path), ${LOST_STATUSES}
      ${joinLinks(`${isLost} AND "wantedPath" = k.path`)}
    UNION
    SELECT ${LINK_COLUMNS} FROM unnest($4::text[]) AS moved(path), ${LOST_STATUSES}
      ${joinLinks(`${isLost} AND "wantedPath" > moved.path || '/' AND "wantedPath" < moved.path || '0'`)}
    UNION
    SELECT ${LINK_COLUMNS} FROM unnest($5::text[]) AS k(name), ${LOST_STATUSES}
      ${joinLinks(`${isLost} AND "wantedName" = k.name`)}
    UNION
    SELECT ${LINK_COLUMNS} FROM unnest($6::text[]) AS k(id)
      ${joinLinks('"spaceId" = $1 AND "targetId" = k.id AND "wantedAnchor" IS NOT NULL')}
    UNION
    SELECT ${LINK_COLUMNS} FROM unnest($7::text[]) AS source(id)
      ${joinLinks(`"spaceId" = $1 AND "targetId" > source.id || '_' AND "targetId" < source.id || chr(96)`)}
    UNION
    SELECT ${LINK_COLUMNS} FROM unnest($8::text[]) AS folder(path), ${LOST_STATUSES}
      ${joinLinks(`${isLost} AND "wantedPath" >= folder.path AND "wantedPath" < folder.path || chr(1114111)
        AND strpos(substr("wantedPath", length(folder.path) + 1), '/') = 0`)}`,
})

const LOST_LINKS = statement<LinkRow>({
  name: 'linksLost',
  text: `SELECT ${LINK_COLUMNS} FROM "Link" l WHERE l."spaceId" = $1 AND ${LOST} AND l."targetKind" IS NULL
    AND (l."pageId", l."ordinal") > ($2, $3) ORDER BY l."pageId", l."ordinal" LIMIT $4`,
})

/** Links without a target in main content, in order. */
export const findLostLinks = (
  db: Queryable,
  spaceId: string,
  after: Pick<LinkRow, 'pageId' | 'ordinal'> | undefined,
  limit: number,
): Promise<LinkRow[]> => db.query(LOST_LINKS, [spaceId, after?.pageId ?? '', after?.ordinal ?? 0, limit])

/** The links of pages of main content. */
export function findLinksOf(
  db: Queryable,
  pages: readonly { spaceId: string; pageId: string }[],
): Promise<LinkRow[]> {
  if (pages.length === 0) return Promise.resolve([])
  return db.query(OF_PAGES, [pages.map(({ spaceId }) => spaceId), pages.map(({ pageId }) => pageId)])
}

/** The links of main content to these targets, including targets that were deleted. */
export const findLinksTo = (
  db: Queryable,
  spaceId: string,
  targetIds: readonly string[],
): Promise<LinkRow[]> => db.query(TO_TARGETS, [spaceId, targetIds])

/** What was added, deleted or moved, in the form that rows are looked up by. */
export interface Reconsidering {
  targetIds: string[]
  paths: string[]
  movedPaths: string[]
  names: string[]
  /** Pages with a changed text, whose anchors are looked up again. */
  rewritten: string[]
  /** Sources of computed pages, and the paths of their folders: each ends with a slash, and the root is empty. */
  sources: string[]
  sourceFolders: string[]
}

/** Nothing was changed. */
export const NOTHING_CHANGED: Reconsidering = {
  targetIds: [],
  paths: [],
  movedPaths: [],
  names: [],
  rewritten: [],
  sources: [],
  sourceFolders: [],
}

export async function findLinksToReconsider(
  db: Queryable,
  spaceId: string,
  changed: Reconsidering,
): Promise<LinkRow[]> {
  const { targetIds, paths, movedPaths, names, rewritten, sources, sourceFolders } = changed
  const values = [targetIds, paths, movedPaths, names, rewritten, sources, sourceFolders]
  const longest = Math.max(...values.map(({ length }) => length))
  const found: LinkRow[] = []
  // Several statements can find the same row.
  const seen = new Set<string>()
  const turns = new Turns()
  for (let at = 0; at < longest; at += CHUNK) {
    const part = values.map((each) => each.slice(at, at + CHUNK))
    for (const row of await db.query(TO_RECONSIDER, [spaceId, ...part])) {
      if (turns.isOver()) await turns.next()
      const key = `${row.pageId} ${row.ordinal}`
      if (!seen.has(key)) found.push(row)
      seen.add(key)
    }
  }
  return found
}

const RECORD = `AS r("pageId" text, "ordinal" int, "href" text, "relation" text, "nodeKey" text, "status" text,
  "targetKind" text, "targetId" text, "wantedPath" text, "wantedName" text, "wantedAnchor" text)`

const INSERT = statement({
  name: 'linksInsert',
  text: `INSERT INTO "Link" ("spaceId", "pageId", "ordinal", "href", "relation", "nodeKey", "status", "targetKind",
      "targetId", "wantedPath", "wantedName", "wantedAnchor")
    SELECT $1, r.* FROM json_to_recordset($2::json) ${RECORD}`,
})

const UPDATE = statement({
  name: 'linksUpdate',
  text: `UPDATE "Link" l SET "status" = r."status", "targetKind" = r."targetKind", "targetId" = r."targetId"
    FROM json_to_recordset($2::json) ${RECORD}
    WHERE l."spaceId" = $1 AND l."pageId" = r."pageId" AND l."ordinal" = r."ordinal"`,
})

const DELETE = statement({
  name: 'linksDelete',
  text: `DELETE FROM "Link" WHERE "spaceId" = $1 AND "pageId" = ANY($2)`,
})

async function inChunks(db: Queryable, statement: typeof INSERT, spaceId: string, rows: readonly LinkRow[]) {
  for (let at = 0; at < rows.length; at += CHUNK) {
    await db.query(statement, [spaceId, JSON.stringify(rows.slice(at, at + CHUNK))])
  }
}

export const insertLinks = (db: Queryable, spaceId: string, rows: readonly LinkRow[]) =>
  inChunks(db, INSERT, spaceId, rows)

/** Stores the new targets of rows. */
export const updateLinks = (db: Queryable, spaceId: string, rows: readonly LinkRow[]) =>
  inChunks(db, UPDATE, spaceId, rows)

export async function deleteLinksOf(
  db: Queryable,
  spaceId: string,
  pageIds: readonly string[],
): Promise<void> {
  if (pageIds.length > 0) await db.query(DELETE, [spaceId, pageIds])
}
