import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { shownUrl } from './shown-url.ts'
import type { SpecKey } from './spec-pages.ts'

const BUNDLES = statement<{ ord: number; hash: string; bytes: Buffer | null }>({
  name: 'openAPIBundlesOfSlugs',
  text: `SELECT k.ord::int, v."bundle" AS "hash", CASE WHEN d."size" <= $3 THEN d."bytes" END AS "bytes"
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(org, slug, ord)
    JOIN "OpenAPISpec" x ON x."organizationId" = k.org AND x."slug" = k.slug
    JOIN "OpenAPISpecVersion" v ON v."id" = x."lastVersionId"
    JOIN "OpenAPIDocument" d ON d."specId" = v."specId" AND d."hash" = v."bundle"`,
})

/** Larger documents are not shown in pages. */
const MAX_BYTES = 16 * 1024 * 1024

/** The last version of a spec: a JSON document with references within itself only. */
export interface SpecBundle {
  hash: string
  bytes: Buffer
}

/** The documents of specs, for any caller who was admitted to a space that shows them. */
export async function findSpecBundles(
  db: Queryable,
  keys: readonly SpecKey[],
): Promise<(SpecBundle | null)[]> {
  const found: (SpecBundle | null)[] = keys.map(() => null)
  if (keys.length === 0) return found
  const rows = await db.query(BUNDLES, [
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ slug }) => slug),
    MAX_BYTES,
  ])
  for (const { ord, hash, bytes } of rows) if (bytes) found[ord - 1] = { hash, bytes }
  return found
}

const BY_URL = statement<{ sourceUrl: string; slug: string }>({
  name: 'openAPISlugsOfUrls',
  text: `SELECT DISTINCT ON ("sourceUrl") "sourceUrl", "slug" FROM "OpenAPISpec"
    WHERE "organizationId" = $1 AND "sourceUrl" = ANY($2) ORDER BY "sourceUrl", "id"`,
})

/** The slugs of the specs of an organization that were read from these URLs. */
export async function findSpecSlugs(
  db: Queryable,
  organizationId: string,
  urls: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const shown = new Map(urls.filter((url) => URL.canParse(url)).map((url) => [url, shownUrl(url)]))
  if (shown.size === 0) return new Map()
  const rows = await db.query(BY_URL, [organizationId, [...new Set(shown.values())]])
  const slugs = new Map(rows.map(({ sourceUrl, slug }) => [sourceUrl, slug]))
  return new Map(
    [...shown].flatMap(([url, source]) => (slugs.has(source) ? [[url, slugs.get(source) ?? '']] : [])),
  )
}
