import { createHash, type Hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

const PIECE_BYTES = 1024 * 1024
/** The hash of fewer bytes takes less time than waiting for the next turn of the event loop. */
const BYTES_WITHOUT_TURN = 16 * 1024

/**
 * Adds bytes to a hash in pieces, so that other requests are served in between: also after the last piece, because a
 * caller can hash many files one after the other.
 */
export async function addInTurns(hash: Hash, bytes: Uint8Array): Promise<Hash> {
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    hash.update(bytes.subarray(offset, offset + PIECE_BYTES))
    if (bytes.length > BYTES_WITHOUT_TURN) await nextTurn()
  }
  return hash
}

/** The SHA-256 of many bytes. */
export const hashInTurns = async (bytes: Uint8Array): Promise<string> =>
  (await addInTurns(createHash('sha256'), bytes)).digest('base64url')
