import type { PrepareContext } from '../../core/operations/context.ts'
import { sentBytes, withBytes } from '../../platform/byte-pieces.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { Source } from './openapi-specs.model.ts'
import { shownUrl } from './shown-url.ts'

/** A source as it is stored. */
export interface StoredSource {
  /** Without credentials; null for a text. */
  sourceUrl: string | null
  sealedUrl: string | null
  text: Buffer | null
}

export async function sealSource(
  { tools }: Pick<PrepareContext, 'tools'>,
  { url, text }: Source,
): Promise<StoredSource> {
  if (url === undefined) return { sourceUrl: null, sealedUrl: null, text: Buffer.from(text ?? '') }
  return { sourceUrl: shownUrl(url), sealedUrl: await tools.secrets.seal(url), text: null }
}

const STORE = statement({
  name: 'openAPISourceStore',
  text: `INSERT INTO "OpenAPISource" ("specId", "bytes") SELECT $1, ${sentBytes('$2', '$3')}
    ON CONFLICT ("specId") DO UPDATE SET "bytes" = excluded."bytes"`,
})
const REMOVE = statement({
  name: 'openAPISourceRemove',
  text: 'DELETE FROM "OpenAPISource" WHERE "specId" = $1',
})

/** Stores the text of a source, or removes an earlier one. */
export async function storeText(db: Queryable, specId: string, text: Buffer | null): Promise<void> {
  if (text === null) await db.query(REMOVE, [specId])
  else await withBytes(db, text, (whole, upload) => db.query(STORE, [specId, whole, upload]))
}
