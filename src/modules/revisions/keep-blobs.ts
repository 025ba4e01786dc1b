import { randomUUID } from 'node:crypto'
import { sentBytes, withBytes } from '../../platform/byte-pieces.ts'
import type { Queryable } from '../../platform/database.ts'
import type { ObjectStore } from '../../platform/files/object-store.ts'
import { statement } from '../../platform/statements/statement.ts'
import { eachAtOnce } from '../../platform/turns/at-once.ts'
import type { BlobStorage } from './blobs.ts'

/** Bytes to store, with their hash. */
export interface NewBlob {
  hash: string
  bytes: Buffer
}

/** Bytes that only need a row: they are part of it, or in an object that was stored before. */
export interface KeptBlob {
  hash: string
  bytes: Buffer | null
  object: string | null
}

const STORED = statement<{ hash: string }>({
  name: 'contentBlobsStored',
  text: 'SELECT "hash" FROM "Blob" WHERE "spaceId" = $1 AND "hash" = ANY($2)',
})

// An object without a blob is removed after a day, by when each upload has ended.
const ANNOUNCE = statement({
  name: 'fileObjectsInsert',
  text: `INSERT INTO "FileObject" ("key", "size", "checkAt")
    SELECT o.key, o.size, now() + interval '1 day' FROM unnest($1::text[], $2::int[]) AS o(key, size)`,
})

/** Objects that are sent at the same time. */
const AT_ONCE = 8

/**
 * Stores bytes in the file storage, if there is one. Their rows are written after it, so that each row has its bytes.
 * Each upload has a key of its own: nothing else can refer to an object that is not complete or is being removed. It
 * must not be called in a transaction: what it records has to be committed before the first object is sent.
 */
export async function keepBlobs(
  { db, files }: BlobStorage,
  spaceId: string,
  blobs: readonly NewBlob[],
): Promise<KeptBlob[]> {
  // Each once, and in the same order for all writers, so that two that store the same files do not deadlock.
  const sorted = [...new Map(blobs.map((blob) => [blob.hash, blob])).values()].sort((one, other) =>
    one.hash < other.hash ? -1 : 1,
  )
  if (!files || sorted.length === 0) return sorted.map((blob) => ({ ...blob, object: null }))
  const hashes = sorted.map(({ hash }) => hash)
  const stored = new Set((await db.query(STORED, [spaceId, hashes])).map(({ hash }) => hash))
  return putObjects(
    db,
    files,
    sorted.filter(({ hash }) => !stored.has(hash)),
  )
}

/** Stores each blob in an object of its own. */
export async function putObjects(
  db: Queryable,
  files: ObjectStore,
  blobs: readonly NewBlob[],
): Promise<(KeptBlob & { object: string })[]> {
  if (blobs.length === 0) return []
  const sent = blobs.map(({ hash, bytes }) => ({ hash, bytes, object: `${hash}.${randomUUID()}` }))
  await db.query(ANNOUNCE, [sent.map(({ object }) => object), sent.map(({ bytes }) => bytes.length)])
  await eachAtOnce(sent, AT_ONCE, ({ hash, bytes, object }) =>
    files.put(object, bytes, Buffer.from(hash, 'base64url')),
  )
  return sent.map(({ hash, object }) => ({ hash, bytes: null, object }))
}

const INSERT = statement({
  name: 'contentBlobInsert',
  text: `INSERT INTO "Blob" ("spaceId", "hash", "bytes") VALUES ($1, $2, ${sentBytes('$3', '$4')})
    ON CONFLICT DO NOTHING`,
})

const INSERT_MANY = statement({
  name: 'contentBlobsInsert',
  text: `INSERT INTO "Blob" ("spaceId", "hash", "bytes", "object")
    SELECT $1, b.hash, b.bytes, b.object FROM unnest($2::text[], $3::bytea[], $4::text[]) AS b(hash, bytes, object)
    ON CONFLICT DO NOTHING`,
})

/** Bytes that one statement stores together. */
const STATEMENT_BYTES = 512 * 1024

/** Writes the row of a blob, unless the space has one with the same bytes. */
export const insertBlob = (db: Queryable, spaceId: string, blob: KeptBlob): Promise<void> =>
  insertBlobs(db, spaceId, [blob])

/** Writes the rows of blobs that the space does not have yet. */
export async function insertBlobs(db: Queryable, spaceId: string, blobs: readonly KeptBlob[]): Promise<void> {
  const small = blobs.filter(({ bytes }) => !bytes || bytes.length <= STATEMENT_BYTES)
  if (small.length > 0) {
    const columns = (['hash', 'bytes', 'object'] as const).map((name) => small.map((blob) => blob[name]))
    await db.query(INSERT_MANY, [spaceId, ...columns])
  }
  for (const { hash, bytes } of blobs) {
    if (!bytes || bytes.length <= STATEMENT_BYTES) continue
    await withBytes(db, bytes, (whole, upload) => db.query(INSERT, [spaceId, hash, whole, upload]))
  }
}

/** Stores the bytes of several files, outside of a transaction. Callers send at most some hundred KiB of small files. */
export async function storeBlobs(
  storage: BlobStorage,
  spaceId: string,
  blobs: readonly NewBlob[],
): Promise<void> {
  await insertBlobs(storage.db, spaceId, await keepBlobs(storage, spaceId, blobs))
}
