import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const VERSION = 's1'

export interface Key {
  /** Identifies the key in what is sealed with it. */
  id: string
  bytes: Buffer
  /** The source of the key: SECRET_KEY, or the content of the key file. */
  text: string
}

export function keyFrom(text: string): Key {
  const bytes = createHash('sha256').update(`quire secrets ${text}`).digest()
  return { text, bytes, id: createHash('sha256').update(bytes).digest('hex').slice(0, 8) }
}

/** A derived key for one purpose, from which the key itself cannot be recovered. */
export const derivedKey = (key: Key, purpose: string): Buffer =>
  createHmac('sha256', key.bytes).update(purpose).digest()

/** Distinguishes keys without revealing them. */
export const fingerprintOf = (key: Key): string => derivedKey(key, 'fingerprint').toString('hex')

/** What every text that this key has sealed begins with. */
export const prefixOf = (key: Key): string => `${VERSION}.${key.id}.`

export function sealWith(key: Key, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key.bytes, nonce)
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const parts = [nonce, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))
  return prefixOf(key) + parts.join('.')
}

/** Decrypts what was sealed with one of the keys. */
export function openWith(keys: readonly Key[], sealed: string): string {
  const [version, keyId, ...parts] = sealed.split('.')
  const [nonce, tag, data] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (version !== VERSION || !nonce || !tag || !data) throw new Error('This is not a sealed secret.')
  const key = keys.find(({ id }) => id === keyId)
  if (!key)
    throw new Error(
      'It was sealed with another SECRET_KEY. Add that key to SECRET_KEY, after the current one and a comma.',
    )
  const decipher = createDecipheriv(CIPHER, key.bytes, nonce).setAuthTag(tag)
  return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8')
}
