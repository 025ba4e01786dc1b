import type { Queryable } from '../../platform/database.ts'
import {
  FilesUnavailable,
  ObjectMissing,
  type ObjectStore,
  readObject,
} from '../../platform/files/object-store.ts'
import { statement } from '../../platform/statements/statement.ts'
import {
  bytesBetween,
  PIECE_BYTES,
  piecesOf,
  readPiece,
  type StoredBytes,
} from '../../platform/stored-bytes.ts'

/** Where the bytes of files are: in rows, and in objects if there is a file storage (FILES_URL). */
export interface BlobStorage {
  readonly db: Queryable
  /** Null if new files are stored in the database. */
  readonly files: ObjectStore | null
}

/** The bytes of a file, and the first of them. */
interface OpenedBlob extends StoredBytes {
  readonly head: Buffer
}

const OPEN = statement<OpenedRow>({
  name: 'contentBlobOpened',
  text: `SELECT coalesce(o."size", octet_length(b."bytes")) AS "size", b."object",
      substring(b."bytes" FROM 1 FOR $3::int) AS "head"
    FROM "Blob" b LEFT JOIN "FileObject" o ON o."key" = b."object" WHERE b."spaceId" = $1 AND b."hash" = $2`,
})

const PIECES = piecesOf('Blob', 'hash')

interface BlobKey {
  spaceId: string
  hash: string
}

interface OpenedRow {
  size: number
  object: string | null
  head: Buffer | null
}

async function findRow(db: Queryable, { spaceId, hash }: BlobKey): Promise<OpenedRow | undefined> {
  const [row] = await db.query(OPEN, [spaceId, hash, PIECE_BYTES])
  return row
}

/** Opens the bytes of a file; null when they are gone. */
export async function openBlob(
  storage: BlobStorage,
  spaceId: string,
  hash: string,
): Promise<OpenedBlob | null> {
  const row = await findRow(storage.db, { spaceId, hash })
  return row ? openRow(storage, { spaceId, hash }, row) : null
}

async function openRow(storage: BlobStorage, key: BlobKey, row: OpenedRow): Promise<OpenedBlob> {
  const { size, object } = row
  if (object !== null) return openObject(storage, key, object, size)
  const { db } = storage
  const head = row.head ?? Buffer.alloc(0)
  const read = async (offset: number, length: number) => {
    if (offset === 0) return head.subarray(0, length)
    const piece = await readPiece(db, PIECES, [key.spaceId, key.hash], offset, length)
    if (piece) return piece
    // It was moved to the file storage after it was opened, or it is gone.
    const moved = await findRow(db, key)
    return moved && moved.object !== null ? (await openRow(storage, key, moved)).read(offset, length) : null
  }
  return { size, head, read }
}

async function openObject(
  storage: BlobStorage,
  key: BlobKey,
  object: string,
  size: number,
): Promise<OpenedBlob> {
  const { db, files } = storage
  if (!files) throw new FilesUnavailable('Files are in object storage, but FILES_URL is not set.')
  /** The same bytes, if they were moved after the object was found. */
  const moved = async (error: unknown): Promise<OpenedBlob> => {
    const row = error instanceof ObjectMissing ? await findRow(db, key) : undefined
    if (!row || row.object === object) throw error
    return openRow(storage, key, row)
  }
  let head: Buffer
  try {
    head = await readObject(files, object, 0, Math.min(size, PIECE_BYTES))
  } catch (error) {
    return moved(error)
  }
  const stream = async function* (start: number, end: number): AsyncGenerator<Buffer> {
    let at = start
    if (at < head.length) {
      yield head.subarray(at, end)
      at = Math.min(end, head.length)
    }
    try {
      for await (const piece of files.stream(object, at, end)) {
        yield piece
        at += piece.length
      }
    } catch (error) {
      yield* bytesBetween(await moved(error), at, end)
    }
  }
  const read = async (offset: number, length: number) => {
    const end = Math.min(offset + length, size)
    if (end <= head.length) return head.subarray(offset, end)
    try {
      return await readObject(files, object, offset, end)
    } catch (error) {
      return (await moved(error)).read(offset, length)
    }
  }
  return { size, head, read, stream }
}

const READ = statement<{ bytes: Buffer | null; object: string | null; size: number | null }>({
  name: 'contentBlob',
  text: `SELECT b."bytes", b."object", o."size" FROM "Blob" b LEFT JOIN "FileObject" o ON o."key" = b."object"
    WHERE b."spaceId" = $1 AND b."hash" = $2`,
})

/** All bytes of a file. Files are small enough to hold one in memory. */
export async function findBlob(storage: BlobStorage, spaceId: string, hash: string): Promise<Buffer | null> {
  const [row] = await storage.db.query(READ, [spaceId, hash])
  if (row?.object == null || row.size === null) return row?.bytes ?? null
  const { read, size } = await openObject(storage, { spaceId, hash }, row.object, row.size)
  return read(0, size)
}
