import type { Database } from './database.ts'
import { type KeyRing, type KeySource, settleKey } from './instance-key.ts'
import { derivedKey, openWith, sealWith } from './sealing.ts'

/** Encrypts secrets in the database, its backups and its replicas. */
export interface Secrets {
  /** Encrypts a text. Encrypting the same secret twice gives two different texts. */
  seal(secret: string): Promise<string>
  /** Decrypts a text; throws when it is damaged, or encrypted with an unknown key. */
  open(sealed: string): Promise<string>
  /** A derived key for one purpose, the same on every node. */
  keyFor(purpose: string): Promise<Buffer>
}

/** Encrypts with the configured key, or with one that is generated once and stored in the data directory. */
export function createSecrets(database: Pick<Database, 'transaction'>, source: KeySource): Secrets {
  let settled: Promise<KeyRing> | undefined
  const ring = () => {
    // Loaded when it is first needed: when the process starts, the table may not exist yet.
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
