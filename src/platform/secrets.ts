import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const VERSION = 's1'

/** Keeps secrets unreadable in the database, its backups and its replicas. */
export interface Secrets {
  /** A text that only holders of the key can read. Sealing the same secret twice gives two different texts. */
  seal(secret: string): Promise<string>
  /** The secret in a sealed text; throws when it is damaged, or sealed with a key that is not known here. */
  open(sealed: string): Promise<string>
  /** A key of its own for one purpose, the same on every node. */
  keyFor(purpose: string): Promise<Buffer>
}

interface Key {
  id: string
  bytes: Buffer
}

const keyFrom = (text: string): Key => {
  const bytes = createHash('sha256').update(`quire secrets ${text}`).digest()
  return { bytes, id: createHash('sha256').update(bytes).digest('hex').slice(0, 8) }
}

/**
 * Seals with the configured key, or else with one that is made once and kept in the database, so that all nodes share
 * it. A key is told by its id: what was sealed before a key was configured can still be opened.
 */
export function createSecrets(database: Pick<Database, 'prisma'>, configured: string | undefined): Secrets {
  const own = configured === undefined ? undefined : keyFrom(configured)
  let kept: Promise<Key> | undefined
  const keptKey = () => {
    // Asked only when needed: at the start of the process the table may not be there yet.
    kept ??= keyInDatabase(database).catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
  return {
    keyFor: async (purpose) => {
      const key = own ?? (await keptKey())
      return createHmac('sha256', key.bytes).update(purpose).digest()
    },
    seal: async (secret) => {
      const key = own ?? (await keptKey())
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key.bytes, nonce)
      const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))
      return [VERSION, key.id, ...parts].join('.')
    },
    open: async (sealed) => {
      const [version, keyId, ...parts] = sealed.split('.')
      const [nonce, tag, data] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (version !== VERSION || !nonce || !tag || !data) throw new Error('This is not a sealed secret.')
      const key = own && own.id === keyId ? own : await keptKey()
      if (key.id !== keyId) throw new Error('It was sealed with another SECRET_KEY. Start with that one.')
      const decipher = createDecipheriv(CIPHER, key.bytes, nonce).setAuthTag(tag)
      return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8')
    },
  }
}

/** The primary key decides which of several nodes makes it; all read what is there then. */
async function keyInDatabase({ prisma }: Pick<Database, 'prisma'>): Promise<Key> {
  const key = randomBytes(32).toString('hex')
  await prisma.instanceKey.createMany({ data: [{ id: 1, key }], skipDuplicates: true })
  return keyFrom((await prisma.instanceKey.findUniqueOrThrow({ where: { id: 1 } })).key)
}
