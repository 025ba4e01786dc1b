import { Registry } from '../../core/registry.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
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
  statement({
    name: 'contentCopyNodes',
    text: `${REACHED} INSERT INTO "ContentNode" ("spaceId", "hash", "children", "entries", "size")
      SELECT $2, r."hash", r."children", r."entries", r."size" FROM reached r ON CONFLICT DO NOTHING`,
  }),
  statement({
    name: 'contentCopyDocuments',
    text: `${REACHED} INSERT INTO "Document" ("spaceId", "hash", "markdown")
      SELECT $2, d."hash", d."markdown" FROM "Document" d
      WHERE d."spaceId" = $1 AND d."hash" IN (${NAMED('document')}) ON CONFLICT DO NOTHING`,
  }),
  statement({
    name: 'contentCopyBlobs',
    text: `${REACHED} INSERT INTO "Blob" ("spaceId", "hash", "bytes", "object")
      SELECT $2, b."hash", b."bytes", b."object" FROM "Blob" b
      WHERE b."spaceId" = $1 AND b."hash" IN (${NAMED('blob')}) ON CONFLICT DO NOTHING`,
  }),
]

/** Copies rows about the main content of a space to its duplicate. */
export type ContentCopy = (db: Queryable, fromSpaceId: string, toSpaceId: string) => Promise<void>

/** What else is copied with main content, declared by the modules that store it. */
export const contentCopies = new Registry<string, ContentCopy>('copy of content')

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
  for (const [, copy] of contentCopies.entries()) await copy(db, from.spaceId, toSpaceId)
}
