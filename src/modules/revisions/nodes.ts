import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { BoundStatement } from '../../platform/statements/statement-call.ts'
import type { LoadNodes, MapNode, MapRoot } from './node-map.ts'
import { ROOT_FOLDER } from './records.ts'

const BY_HASH = statement<MapNode>({
  name: 'contentNodes',
  text: `SELECT "hash", "children", "entries", "size" FROM "ContentNode" WHERE "spaceId" = $1 AND "hash" = ANY($2)`,
})

/** The nodes of a space's maps. Nodes never change, so none is read twice. */
export class Nodes {
  readonly #db: Queryable
  readonly #spaceId: string
  readonly #known: Map<string, MapNode>

  constructor(db: Queryable, spaceId: string, known = new Map<string, MapNode>()) {
    this.#db = db
    this.#spaceId = spaceId
    this.#known = known
  }

  /** The same nodes for another transaction. */
  within(db: Queryable): Nodes {
    return new Nodes(db, this.#spaceId, this.#known)
  }

  load: LoadNodes = async (hashes) => {
    const missing = hashes.filter((hash) => !this.#known.has(hash))
    if (missing.length > 0) this.add(await this.#db.query(BY_HASH, [this.#spaceId, missing]))
    const found = new Map<string, MapNode>()
    for (const hash of hashes) {
      const node = this.#known.get(hash)
      if (node) found.set(hash, node)
    }
    return found
  }

  add(nodes: Iterable<MapNode>): void {
    for (const node of nodes) this.#known.set(node.hash, node)
  }
}

const INSERT = statement({
  name: 'contentNodesInsert',
  part: ($) => `INSERT INTO "ContentNode" ("spaceId", "hash", "children", "entries", "size")
    SELECT ${$(1)}, n.hash, string_to_array(n.children, ','), n.entries::jsonb, n.size
    FROM unnest(${$(2)}::text[], ${$(3)}::text[], ${$(4)}::text[], ${$(5)}::int[]) AS n(hash, children, entries, size)
    ON CONFLICT DO NOTHING`,
})

/** Characters of entries that one statement stores, unless one node alone has more. */
const STATEMENT_CHARACTERS = 256 * 1024

/**
 * The statements that store nodes, in the order of their hashes, so that concurrent writers of the same nodes do not
 * deadlock. Each is encoded when it is needed: all nodes of a large import at once would block the event loop.
 */
export function* nodeInserts(spaceId: string, made: Iterable<MapNode>): Generator<BoundStatement> {
  const nodes = [...made].sort((one, other) => (one.hash < other.hash ? -1 : 1))
  let part: { node: MapNode; entries: string }[] = []
  let characters = 0
  const insert = (): BoundStatement => ({
    statement: INSERT,
    values: [
      spaceId,
      part.map(({ node }) => node.hash),
      part.map(({ node }) => node.children.join(',')),
      part.map(({ entries }) => entries),
      part.map(({ node }) => node.size),
    ],
  })
  for (const node of nodes) {
    const entries = JSON.stringify(node.entries)
    if (part.length > 0 && characters + entries.length > STATEMENT_CHARACTERS) {
      yield insert()
      part = []
      characters = 0
    }
    part.push({ node, entries })
    characters += entries.length
  }
  if (part.length > 0) yield insert()
}

/**
 * Joins a node by its hash, always through the index: a new table has no statistics yet, and the planner
 * would scan all nodes at every level.
 */
export const joinNode = (space: string, hash: string): string =>
  `CROSS JOIN LATERAL (SELECT * FROM "ContentNode" WHERE "spaceId" = ${space} AND "hash" = ${hash} LIMIT 1) n`

/** The child of `n` on the path to the id with the digest `d`. */
export const NEXT = `w.children[strpos('0123456789abcdef', substr(w.digest, w.depth + 1, 1))]`

const ENTRIES = statement<{ ord: number; entry: unknown }>({
  name: 'contentEntries',
  text: `WITH RECURSIVE walk AS (
      SELECT p.ord, p.space, p.id, md5(p.id) AS digest, 0 AS depth, n."children", n."entries" -> p.id AS entry
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS p(space, root, id, ord)
      ${joinNode('p.space', 'p.root')}
      UNION ALL
      SELECT w.ord, w.space, w.id, w.digest, w.depth + 1, n."children", n."entries" -> w.id
      FROM walk w ${joinNode('w.space', NEXT)}
      WHERE w.entry IS NULL
    )
    SELECT ord::int, entry FROM walk WHERE entry IS NOT NULL`,
})

/** An entry to look up, in the map of a space with this root. */
export interface EntryKey {
  spaceId: string
  root: MapRoot
  id: string
}

/** Entries of any number of maps, in one statement; null for those that do not exist. */
export async function findEntries<Value>(
  db: Queryable,
  keys: readonly EntryKey[],
): Promise<(Value | null)[]> {
  const found: (Value | null)[] = keys.map(() => null)
  const requested = keys.flatMap((key, index) => (key.root === null ? [] : [{ key, index }]))
  if (requested.length === 0) return found
  const rows = await db.query(ENTRIES, [
    requested.map(({ key }) => key.spaceId),
    requested.map(({ key }) => key.root),
    requested.map(({ key }) => key.id),
  ])
  for (const { ord, entry } of rows) {
    const place = requested[ord - 1]
    if (place) found[place.index] = entry as Value
  }
  return found
}

/**
 * Common table expressions that end with `walk`: for each row of the table `p`, with an ordinal, a space, a root and an
 * id, the entry with this id (`up` 0) and those above it, where `entry` is not NULL.
 */
export const walkChains = (p: string): string => `walk AS (
      SELECT p.ord, p.space, p.root, p.id, md5(p.id) AS digest, 0 AS depth, 0 AS up, n."children",
        n."entries" -> p.id AS entry
      FROM ${p}
      ${joinNode('p.space', 'p.root')}
      UNION ALL
      SELECT w.ord, w.space, w.root, k.id, md5(k.id), k.depth, k.up, n."children", n."entries" -> k.id
      FROM walk w
      CROSS JOIN LATERAL (
        SELECT w.id, w.depth + 1 AS depth, w.up, ${NEXT} AS hash WHERE w.entry IS NULL
        UNION ALL
        SELECT w.entry ->> 'parent', 0, w.up + 1, w.root WHERE w.entry ->> 'parent' IS NOT NULL
      ) k
      ${joinNode('w.space', 'k.hash')}
    )`

const CHAINS = statement<{ ord: number; up: number; id: string; entry: unknown }>({
  name: 'contentChains',
  text: `WITH RECURSIVE ${walkChains('unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS p(space, root, id, ord)')}
    SELECT ord::int, up, id, entry FROM walk WHERE entry IS NOT NULL ORDER BY ord, up`,
})

/**
 * The titles and slugs of a page and its ancestors, nearest first, as a SQL expression for a statement about something else.
 * Null if the page does not exist. The arguments must not use the aliases p, n, w and k.
 */
export const chainOf = (space: string, root: string, id: string) =>
  `(WITH RECURSIVE ${walkChains(`(SELECT ${space} AS space, ${root} AS root, ${id} AS id, 1 AS ord) p`)}
    SELECT jsonb_agg(jsonb_build_object('title', entry -> 'title', 'slug', entry -> 'slug') ORDER BY up) FROM walk
    WHERE entry IS NOT NULL)`

/**
 * Pages and their ancestors, nearest first, for any number of pages in one statement; empty for pages that
 * do not exist.
 */
export async function findChains<Value>(
  db: Queryable,
  keys: readonly EntryKey[],
): Promise<{ id: string; entry: Value }[][]> {
  const chains: { id: string; entry: Value }[][] = keys.map(() => [])
  const requested = keys.flatMap((key, index) => (key.root === null ? [] : [{ key, index }]))
  if (requested.length === 0) return chains
  const rows = await db.query(CHAINS, [
    requested.map(({ key }) => key.spaceId),
    requested.map(({ key }) => key.root),
    requested.map(({ key }) => key.id),
  ])
  for (const { ord, id, entry } of rows) {
    const place = requested[ord - 1]
    if (place) chains[place.index]?.push({ id, entry: entry as Value })
  }
  return chains
}

const ALL = statement<{ entries: Record<string, unknown> }>({
  name: 'contentAll',
  text: `WITH RECURSIVE walk AS (
      SELECT n."children", n."entries" FROM "ContentNode" n WHERE n."spaceId" = $1 AND n."hash" = $2
      UNION ALL
      SELECT n."children", n."entries" FROM walk w
      CROSS JOIN LATERAL unnest(w."children") AS c(hash)
      ${joinNode('$1', 'c.hash')}
      WHERE c.hash <> ''
    )
    SELECT "entries" FROM walk WHERE "children" = '{}'`,
})

/** A whole map. */
export async function allEntries<Value>(
  db: Queryable,
  spaceId: string,
  root: MapRoot,
): Promise<Map<string, Value>> {
  const entries = new Map<string, Value>()
  if (root === null) return entries
  const rows = await db.query(ALL, [spaceId, root])
  for (const row of rows)
    for (const [id, value] of Object.entries(row.entries)) entries.set(id, value as Value)
  return entries
}

const AT_PATHS = statement<{ ord: number; id: string }>({
  name: 'contentAtPaths',
  text: `WITH RECURSIVE walk AS (
      SELECT p.ord, p.space, p.root, string_to_array(p.path, '/') AS slugs, 1 AS level, '${ROOT_FOLDER}' AS id,
        md5('${ROOT_FOLDER}') AS digest, 0 AS depth, n."children", n."entries" -> '${ROOT_FOLDER}' AS entry
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS p(space, root, path, ord)
      ${joinNode('p.space', 'p.root')}
      UNION ALL
      SELECT w.ord, w.space, w.root, w.slugs, k.level, k.id, md5(k.id), k.depth, n."children", n."entries" -> k.id
      FROM walk w
      CROSS JOIN LATERAL (
        SELECT w.level, w.id, w.depth + 1 AS depth, ${NEXT} AS hash WHERE w.entry IS NULL
        UNION ALL
        SELECT w.level + 1, page ->> 0, 0, w.root FROM jsonb_array_elements(w.entry -> 'pages') page
          WHERE page ->> 1 = w.slugs[w.level] AND w.level < cardinality(w.slugs)
      ) k
      ${joinNode('w.space', 'k.hash')}
    )
    SELECT w.ord::int, page ->> 0 AS "id" FROM walk w, jsonb_array_elements(w.entry -> 'pages') page
    WHERE page ->> 1 = w.slugs[w.level] ORDER BY w.ord, w.level`,
})

/** A path of slugs, in the map of folders of a space with this root. */
interface PathKey {
  spaceId: string
  root: MapRoot
  path: string
}

/**
 * The pages on the way along each path, from the root, for any number of paths in one statement: as many as there are
 * slugs, if the whole path exists.
 */
export async function findAtPaths(db: Queryable, keys: readonly PathKey[]): Promise<string[][]> {
  const found: string[][] = keys.map(() => [])
  // Links have no slug, so an empty one finds nothing.
  const requested = keys.flatMap((key, index) =>
    key.root === null || key.path.split('/').includes('') ? [] : [{ key, index }],
  )
  if (requested.length === 0) return found
  const rows = await db.query(AT_PATHS, [
    requested.map(({ key }) => key.spaceId),
    requested.map(({ key }) => key.root),
    requested.map(({ key }) => key.path),
  ])
  for (const { ord, id } of rows) {
    const place = requested[ord - 1]
    if (place) found[place.index]?.push(id)
  }
  return found
}

const SIZES = statement<{ ord: number; size: number }>({
  name: 'contentSizes',
  text: `SELECT k.ord::int, n."size" FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(space, root, ord)
    JOIN "ContentNode" n ON n."spaceId" = k.space AND n."hash" = k.root`,
})

/** The number of entries of maps, from their roots alone. */
export async function countEntries(
  db: Queryable,
  maps: readonly { spaceId: string; root: MapRoot }[],
): Promise<number[]> {
  const counts = maps.map(() => 0)
  const rows = await db.query(SIZES, [maps.map(({ spaceId }) => spaceId), maps.map(({ root }) => root ?? '')])
  for (const { ord, size } of rows) counts[ord - 1] = size
  return counts
}
