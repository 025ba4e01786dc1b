import type { Queryable } from '../../platform/database.ts'
import { FilesUnavailable, type ObjectStore, readObject } from '../../platform/files/object-store.ts'
import { PIECE_BYTES, piecesOf, readPiece, type StoredBytes } from '../../platform/stored-bytes.ts'

/** Where the bytes of files are: in rows, and in objects if there is a file storage (FILES_URL). */
export interface BlobStorage {
  readonly db: Queryable
  /** Null if new files are stored in the database. */
  readonly files: ObjectStore | null
}

/** The bytes of a file, and the first of them. */
export interface OpenedBlob extends StoredBytes {
  readonly head: Buffer
}

const OPEN = {
  name: 'contentBlobOpened',
  text: `SELECT coalesce(o."size", octet_length(b."bytes")) AS "size", b."object",
      substring(b."bytes" FROM 1 FOR $3::int) AS "head"
    FROM "Blob" b LEFT JOIN "FileObject" o ON o."key" = b."object" WHERE b."spaceId" = $1 AND b."hash" = $2`,
}

const PIECES = piecesOf('Blob', 'hash')

/** Opens the bytes of a file; null when they are gone. */
export async function openBlob(
  { db, files }: BlobStorage,
  spaceId: string,
  hash: string,
): Promise<OpenedBlob | null> {
  const key = [spaceId, hash]
  const [row] = await db.query<{ size: number; object: string | null; head: Buffer | null }>(OPEN, [
    ...key,
    PIECE_BYTES,
  ])
  if (!row) return null
  const { size, object } = row
  if (object !== null) return openObject(files, object, size)
  const head = row.head ?? Buffer.alloc(0)
  const read = async (offset: number, length: number) => {
    if (offset === 0) return head.subarray(0, length)
    const piece = await readPiece(db, PIECES, key, offset, length)
    if (piece) return piece
    // It was moved to the file storage after it was opened, or it is gone.
    const moved = await openBlob({ db, files }, spaceId, hash)
    return moved?.stream ? moved.read(offset, length) : null
  }
  return { size, head, read }
}

async function openObject(files: ObjectStore | null, key: string, size: number): Promise<OpenedBlob> {
  if (!files) throw new FilesUnavailable('Files are in object storage, but FILES_URL is not set.')
  const head = await readObject(files, key, 0, Math.min(size, PIECE_BYTES))
  const stream = async function* (start: number, end: number): AsyncGenerator<Buffer> {
    if (start < head.length) yield head.subarray(start, end)
    yield* files.stream(key, Math.max(start, head.length), end)
  }
  const read = async (offset: number, length: number) => {
    const end = Math.min(offset + length, size)
    return end <= head.length ? head.subarray(offset, end) : readObject(files, key, offset, end)
  }
  return { size, head, read, stream }
}

const READ = {
  name: 'contentBlob',
  text: `SELECT b."bytes", b."object", o."size" FROM "Blob" b LEFT JOIN "FileObject" o ON o."key" = b."object"
    WHERE b."spaceId" = $1 AND b."hash" = $2`,
}

/** All bytes of a file. Files are small enough to hold one in memory. */
export async function findBlob(
  { db, files }: BlobStorage,
  spaceId: string,
  hash: string,
): Promise<Buffer | null> {
  const [row] = await db.query<{ bytes: Buffer | null; object: string | null; size: number }>(READ, [
    spaceId,
    hash,
  ])
  if (row?.object == null) return row?.bytes ?? null
  const { read, size } = await openObject(files, row.object, row.size)
  return read(0, size)
}
