import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A secret in the format of Standard Webhooks. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/**
 * The key that Standard Webhooks signs with: the part after `whsec_`, decoded. A secret in another format,
 * chosen by an admin, is used unchanged, which libraries call a raw secret.
 */
function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  return BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
}

/** The signatures of one attempt: of the body alone, in two forms, and that of Standard Webhooks. */
export function signatureHeaders(
  secret: string,
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const ofBody = createHmac('sha256', secret).update(body).digest('hex')
  const signed = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.${body}`)
  return {
    'X-Quire-Signature': `sha256=${ofBody}`,
    // Renderers for the public API verify this one before they forget what they cache.
    'X-Gitbook-Signature': ofBody,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signed.digest('base64')}`,
  }
}
