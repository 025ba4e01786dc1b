import { notFound } from '../../../core/errors.ts'
import type { BatchDefinition } from '../../../core/lists/definitions.ts'
import { readOf } from '../../../core/lists/loaders.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { filesOf, type VersionRow } from '../versions.loaders.ts'

/** The text of a version as it was sent, or as it was read from its URL. */
export interface RawContent {
  text: string
  format: 'json' | 'yaml'
}

// The text that was sent is kept once for a spec: it is that of its latest version if that was made from it.
const RAW = statement<{ id: string; bytes: Buffer; isJson: boolean }>({
  name: 'openAPIRawContent',
  text: `SELECT k."id", b."bytes", ltrim(encode(substring(b."bytes" FROM 1 FOR 1000), 'escape'), E' \\t\\r\\n') LIKE '{%' AS "isJson"
    FROM unnest($1::text[], $2::text[], $3::text[]) AS k("id", "specId", "hash")
    JOIN "OpenAPISpec" x ON x."id" = k."specId"
    JOIN "OpenAPIDocument" d ON d."specId" = k."specId" AND d."hash" = k."hash"
    LEFT JOIN "OpenAPISource" s ON s."specId" = x."id" AND x."lastVersionId" = k."id"
      AND x."processedNumber" = x."sourceNumber" AND x."lastProcessErrorCode" IS NULL
    CROSS JOIN LATERAL (SELECT coalesce(s."bytes", d."bytes") AS "bytes") b`,
})

const rawContents: BatchDefinition<VersionRow, RawContent> = {
  name: RAW.name,
  cacheKey: ({ id }) => id,
  batch: async ({ db, meter }, versions) => {
    meter.admit(versions.reduce((sum, { size }) => sum + size, 0))
    const entries = versions.map((version) => filesOf(version)[0]?.hash ?? '')
    const rows = await db.query(RAW, [
      versions.map(({ id }) => id),
      versions.map(({ specId }) => specId),
      entries,
    ])
    const found = new Map(rows.map((row) => [row.id, row]))
    return versions.map(({ id }) => {
      const row = found.get(id)
      return row ? { text: row.bytes.toString(), format: row.isJson ? 'json' : 'yaml' } : null
    })
  },
}

/** The text of the entry of a version. Readers of sites get its documents only: a text can have comments. */
export const rawContentOf = readOf('openapi:read', async (reads, version: VersionRow) => {
  const found = await reads.load(rawContents, version)
  if (!found) throw notFound('This version of the OpenAPI spec')
  reads.meter.add(found.text.length)
  return found
})
