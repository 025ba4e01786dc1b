/** Bytes in a row that are read in chunks. They never change under the same name. */
export interface StoredBytes {
  readonly size: number
  /** The bytes from an offset on, as many as requested or available; null when they are gone. */
  read(offset: number, length: number): Promise<Buffer | null>
}

/**
 * Large enough that a statement per chunk costs little, small enough that a slow reader holds little
 * memory.
 */
export const PIECE_BYTES = 64 * 1024
