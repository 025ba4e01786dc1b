/** A storage of objects by key. Objects never change under the same key. */
export interface ObjectStore {
  /** Resolves when the object is stored. `hash` is the SHA-256 of the bytes. */
  put(key: string, bytes: Buffer, hash: Buffer): Promise<void>
  /** The bytes from `start` to before `end`, as they arrive. */
  stream(key: string, start: number, end: number): AsyncIterable<Buffer>
  /** Also resolves if there is no such object. */
  remove(key: string): Promise<void>
  close(): void
}

/** The storage does not respond, or refuses requests. The request can be repeated later. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable'
  readonly code = 'FILES_UNAVAILABLE'
}

/** There is no object with this key. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'
}

/** A part of an object that is small enough to hold in memory. */
export async function readObject(
  store: ObjectStore,
  key: string,
  start: number,
  end: number,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of store.stream(key, start, end)) pieces.push(piece)
  return Buffer.concat(pieces)
}
