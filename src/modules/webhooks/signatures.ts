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

/** Both signatures of one attempt: of the body alone, and that of Standard Webhooks. */
export function signatureHeaders(
  secret: string,
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signed = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.${body}`)
  return {
    'X-Quire-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signed.digest('base64')}`,
  }
}
