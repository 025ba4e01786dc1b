import type { Database } from './database.ts'
import { forgetRetired, type KeyRing, type KeySource, settleKey } from './instance-key.ts'
import { derivedKey, openWith, prefixOf, sealWith } from './sealing.ts'

/** Encrypts secrets in the database, its backups and its replicas. */
export interface Secrets {
  /** Encrypts a text. Encrypting the same secret twice gives two different texts. */
  seal(secret: string): Promise<string>
  /** Decrypts a text; throws when it is damaged, or encrypted with an unknown key. */
  open(sealed: string): Promise<string>
  /**
   * Derived keys for one purpose, the same on every node. The first one signs; while keys are rotated, others have
   * signed as well.
   */
  keysFor(purpose: string): Promise<[Buffer, ...Buffer[]]>
  /** The ids of all keys that can decrypt; the first one encrypts. They reveal nothing of the keys. */
  keyIds(): Promise<string[]>
  /** The id of the current key: what it has encrypted begins with it. */
  currentPrefix(): Promise<string>
  /** Forgets earlier keys that are not in SECRET_KEY, once nothing is encrypted with them. */
  forgetRetired(): Promise<void>
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
    keysFor: async (purpose) => {
      const { current, retired } = await ring()
      return [derivedKey(current, purpose), ...retired.map((key) => derivedKey(key, purpose))]
    },
    keyIds: async () => {
      const { current, retired } = await ring()
      return [current, ...retired].map(({ id }) => id)
    },
    currentPrefix: async () => prefixOf((await ring()).current),
    forgetRetired: async () => forgetRetired(database, (await ring()).current),
    seal: async (secret) => sealWith((await ring()).current, secret),
    open: async (sealed) => {
      const { current, retired } = await ring()
      return openWith([current, ...retired], sealed)
    },
  }
}
