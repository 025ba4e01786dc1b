import { createHash } from 'node:crypto'
import { invalidField } from '../../../core/errors.ts'
import { sniffContentType } from '../../../core/files/content-type.ts'
import { sentBytes, withBytes } from '../../../platform/byte-pieces.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { hashInTurns } from '../../../platform/turns/hash-in-turns.ts'
import { MAX_IMAGE_BYTES, type PublishIntegration } from '../integrations.model.ts'

/** A script or a picture that is to be stored. */
interface NewIntegrationFile {
  hash: string
  contentType: string
  bytes: Buffer
}

/** The files of a version, inspected. */
export interface VersionFiles {
  script: NewIntegrationFile
  icon: NewIntegrationFile | null
  previewImages: NewIntegrationFile[]
}

export const SCRIPT_TYPE = 'text/javascript'
const PICTURES = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif'])

/** Identifies the pictures by their bytes. */
export async function filesIn({ script, icon, previewImages }: PublishIntegration): Promise<VersionFiles> {
  const bytes = Buffer.from(script)
  const pictures: NewIntegrationFile[] = []
  for (const [index, base64] of previewImages.entries()) {
    pictures.push(await pictureIn(`previewImages.${index}`, base64))
  }
  return {
    script: { hash: await hashInTurns(bytes), contentType: SCRIPT_TYPE, bytes },
    icon: icon === undefined ? null : await pictureIn('icon', icon),
    previewImages: pictures,
  }
}

async function pictureIn(field: string, base64: string): Promise<NewIntegrationFile> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MAX_IMAGE_BYTES) {
    throw invalidField(field, `must have at most ${MAX_IMAGE_BYTES} bytes (got ${bytes.length})`)
  }
  const contentType = await sniffContentType(bytes, field)
  if (!PICTURES.has(contentType)) {
    throw invalidField(field, `must be a PNG, JPEG, WebP or GIF image (its bytes are ${contentType})`)
  }
  return { hash: createHash('sha256').update(bytes).digest('base64url'), contentType, bytes }
}

const STORE = statement({
  name: 'integrationFileStore',
  text: `INSERT INTO "IntegrationFile" ("name", "hash", "contentType", "size", "bytes")
    SELECT $1, $2, $3, $4::int, ${sentBytes('$5', '$6')} ON CONFLICT DO NOTHING`,
})
const KNOWN = statement<{ hash: string }>({
  name: 'integrationFilesKnown',
  text: 'SELECT "hash" FROM "IntegrationFile" WHERE "name" = $1 AND "hash" = ANY($2)',
})

/** Stores the files that no earlier version has. */
export async function storeFiles(
  db: Queryable,
  name: string,
  { script, icon, previewImages }: VersionFiles,
): Promise<void> {
  const files = [script, ...(icon ? [icon] : []), ...previewImages]
  const rows = await db.query(KNOWN, [name, files.map(({ hash }) => hash)])
  const known = new Set(rows.map(({ hash }) => hash))
  for (const { hash, contentType, bytes } of files) {
    if (known.has(hash)) continue
    await withBytes(db, bytes, (whole, upload) =>
      db.query(STORE, [name, hash, contentType, bytes.length, whole, upload]),
    )
  }
}
