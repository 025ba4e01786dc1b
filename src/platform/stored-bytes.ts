/** Bytes that lie in a row and are read a piece at a time. They never change under the same name. */
export interface StoredBytes {
  readonly size: number
  /** The bytes from an offset on, as many as asked for or as there are; null when they are gone. */
  read(offset: number, length: number): Promise<Buffer | null>
}

/** Large enough that a statement per piece costs little, small enough that a slow reader holds little. */
export const PIECE_BYTES = 64 * 1024
