import type { Database } from './database.ts'
import { type KeyRing, type KeySource, settleKey } from './instance-key.ts'
import { derivedKey, openWith, sealWith } from './sealing.ts'

/** Keeps secrets unreadable in the database, its backups and its replicas. */
export interface Secrets {
  /** A text that only holders of the key can read. Sealing the same secret twice gives two different texts. */
  seal(secret: string): Promise<string>
  /** The secret in a sealed text; throws when it is damaged, or sealed with a key that is not known here. */
  open(sealed: string): Promise<string>
  /** A key of its own for one purpose, the same on every node. */
  keyFor(purpose: string): Promise<Buffer>
}

/** Seals with the configured key, or else with one that is made once and kept in the data directory. */
export function createSecrets(database: Pick<Database, 'transaction'>, source: KeySource): Secrets {
  let settled: Promise<KeyRing> | undefined
  const ring = () => {
    // When it is first needed: at the start of the process the table may not be there yet.
    settled ??= settleKey(database, source).catch((error: unknown) => {
      settled = undefined
      throw error
    })
    return settled
  }
  return {
    keyFor: async (purpose) => derivedKey((await ring()).current, purpose),
    seal: async (secret) => sealWith((await ring()).current, secret),
    open: async (sealed) => {
      const { current, retired } = await ring()
      return openWith([current, ...retired], sealed)
    },
  }
}
