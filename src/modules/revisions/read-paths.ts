import { statement } from '../../platform/statements/statement.ts'
import type { MapNode } from './node-map.ts'
import { joinNode, NEXT, type Nodes } from './nodes.ts'
import type { PageRecord } from './records.ts'
import type { Snapshot } from './snapshot.ts'

// A node that several pages share is returned once. Texts beyond the limit are not read.
const PATHS = statement<PathRow>({
  name: 'contentPaths',
  text: `WITH RECURSIVE walk AS (
      SELECT p.ord, p.id, md5(p.id) AS digest, 0 AS depth, n."hash", n."children", n."size",
        n."entries" -> p.id ->> 'document' AS document
      FROM unnest($3::text[]) WITH ORDINALITY AS p(id, ord) ${joinNode('$1', '$2')}
      UNION ALL
      SELECT w.ord, w.id, w.digest, w.depth + 1, n."hash", n."children", n."size",
        n."entries" -> w.id ->> 'document'
      FROM walk w ${joinNode('$1', NEXT)} WHERE w."children" <> '{}'
    ), nodes AS (
      SELECT DISTINCT "hash", "children", "size" FROM walk
    ), documents AS (
      SELECT w.document, d."markdown",
        sum(octet_length(d."markdown")) OVER (ORDER BY w.ord ROWS UNBOUNDED PRECEDING) AS bytes
      FROM walk w
      CROSS JOIN LATERAL (
        SELECT "markdown" FROM "Document" WHERE "spaceId" = $1 AND "hash" = w.document LIMIT 1
      ) d WHERE w.document IS NOT NULL
    )
    SELECT n."hash", n."children", e."entries", n."size", NULL AS "markdown" FROM nodes n
    CROSS JOIN LATERAL (SELECT "entries" FROM "ContentNode" WHERE "spaceId" = $1 AND "hash" = n."hash" LIMIT 1) e
    UNION ALL
    SELECT document, NULL, NULL, NULL, "markdown" FROM documents WHERE bytes <= $4::float8`,
})

/** With more pages, it is cheaper to read whole levels of the maps. */
const MAX_PAGES = 50
/** The bytes of texts that are read ahead. */
const MAX_BYTES = 1024 * 1024

interface PathRow {
  hash: string
  children: string[] | null
  entries: Record<string, PageRecord> | null
  size: number | null
  markdown: string | null
}

/**
 * Reads pages of a revision that will be edited, their texts, and the nodes that the edit replaces, in one statement.
 * An edit would otherwise wait for one after the other, while others wait for its lock.
 */
export async function readPaths(snapshot: Snapshot, nodes: Nodes, ids: readonly string[]): Promise<void> {
  const { spaceId, pagesRoot } = snapshot.roots
  const wanted = [...new Set(ids)]
  if (pagesRoot === null || wanted.length === 0 || wanted.length > MAX_PAGES) return
  const rows = await snapshot.query(PATHS, [spaceId, pagesRoot, wanted, MAX_BYTES])
  const texts = new Map<string, string>()
  const pages = new Map<string, PageRecord | null>(wanted.map((id) => [id, null]))
  const found: MapNode[] = []
  for (const { hash, children, entries, size, markdown } of rows) {
    if (markdown !== null) texts.set(hash, markdown)
    if (!children || !entries || size === null) continue
    found.push({ hash, children, entries, size })
    for (const id of wanted) {
      const page = entries[id]
      if (page) pages.set(id, page)
    }
  }
  nodes.add(found)
  snapshot.learnPages(pages)
  snapshot.learnTexts(texts)
}
