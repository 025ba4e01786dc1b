import type { Queryable } from '../../platform/database.ts'
import { joinNode } from './nodes.ts'
import type { Roots } from './snapshot.ts'

/**
 * Names and texts of the statements that copy the content of one revision: its nodes, then the texts and
 * files that they refer to.
 */
const REACHED = `WITH RECURSIVE reached AS (
    SELECT n.* FROM "ContentNode" n WHERE n."spaceId" = $1 AND n."hash" = ANY($3)
    UNION
    SELECT n.* FROM reached r CROSS JOIN LATERAL unnest(r."children") AS c(hash)
    ${joinNode('$1', 'c.hash')}
  )`
const NAMED = (key: string) =>
  `SELECT DISTINCT e.value ->> '${key}' FROM reached r CROSS JOIN LATERAL jsonb_each(r."entries") e`

const COPIES = [
  {
    name: 'contentCopyNodes',
    text: `${REACHED} INSERT INTO "ContentNode" ("spaceId", "hash", "children", "entries", "size")
      SELECT $2, r."hash", r."children", r."entries", r."size" FROM reached r ON CONFLICT DO NOTHING`,
  },
  {
    name: 'contentCopyDocuments',
    text: `${REACHED} INSERT INTO "Document" ("spaceId", "hash", "markdown")
      SELECT $2, d."hash", d."markdown" FROM "Document" d
      WHERE d."spaceId" = $1 AND d."hash" IN (${NAMED('document')}) ON CONFLICT DO NOTHING`,
  },
  {
    name: 'contentCopyBlobs',
    text: `${REACHED} INSERT INTO "Blob" ("spaceId", "hash", "bytes")
      SELECT $2, b."hash", b."bytes" FROM "Blob" b
      WHERE b."spaceId" = $1 AND b."hash" IN (${NAMED('blob')}) ON CONFLICT DO NOTHING`,
  },
]

/**
 * The search index of main content. Its words contain the space id, so those of the copy get the id of the
 * copy.
 */
const SEARCH_COPIES = [
  {
    name: 'contentCopySearchPages',
    text: `INSERT INTO "SearchPage" ("spaceId", "pageId", "titleSize", "words")
      SELECT $2, d."pageId", d."titleSize",
        array_to_tsvector(ARRAY['@' || $2]) || ts_delete(d."words", '@' || $1)
      FROM "SearchPage" d WHERE d."spaceId" = $1`,
  },
  {
    name: 'contentCopySearchWords',
    text: `INSERT INTO "SearchWord" ("spaceId", "word")
      SELECT $2, w."word" FROM "SearchWord" w WHERE w."spaceId" = $1`,
  },
  {
    name: 'contentCopySearchSections',
    text: `INSERT INTO "SearchSection" ("spaceId", "pageId", "ordinal", "anchor", "heading", "body", "words")
      SELECT $2, d."pageId", d."ordinal", d."anchor", d."heading", d."body", d."words"
      FROM "SearchSection" d WHERE d."spaceId" = $1`,
  },
]

/** Rows that are looked up in main content are copied unchanged: ids stay the same in the copy. */
const INDEX_COPIES = [
  {
    name: 'contentCopyLinks',
    text: `INSERT INTO "Link" ("spaceId", "pageId", "ordinal", "href", "relation", "nodeKey", "status", "targetKind",
        "targetId", "wantedPath", "wantedName", "wantedAnchor")
      SELECT $2, l."pageId", l."ordinal", l."href", l."relation", l."nodeKey", l."status", l."targetKind",
        l."targetId", l."wantedPath", l."wantedName", l."wantedAnchor" FROM "Link" l WHERE l."spaceId" = $1`,
  },
  {
    name: 'contentCopyAnchors',
    text: `INSERT INTO "PageAnchors" ("spaceId", "pageId", "anchors")
      SELECT $2, a."pageId", a."anchors" FROM "PageAnchors" a WHERE a."spaceId" = $1`,
  },
  {
    name: 'contentCopyNames',
    text: `INSERT INTO "ContentName" ("spaceId", "kind", "id", "name")
      SELECT $2, n."kind", n."id", n."name" FROM "ContentName" n WHERE n."spaceId" = $1`,
  },
]

/**
 * Copies the main content of a space into another space. Content belongs to its space and is deleted with
 * it. The caller keeps main content from changing meanwhile.
 */
export async function copyContent(db: Queryable, from: Roots, toSpaceId: string): Promise<void> {
  const roots = [from.pagesRoot, from.foldersRoot, from.filesRoot, from.reusablesRoot].filter(
    (root) => root !== null,
  )
  if (roots.length === 0) return
  for (const statement of COPIES) await db.query(statement, [from.spaceId, toSpaceId, roots])
  for (const statement of [...SEARCH_COPIES, ...INDEX_COPIES])
    await db.query(statement, [from.spaceId, toSpaceId])
}
