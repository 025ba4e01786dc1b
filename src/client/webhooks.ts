import type { WebhookEvent } from './webhook-events.ts'

export type { WebhookEvent, WebhookEventType, WebhookMessage } from './webhook-events.ts'

/** Why a delivery must not be trusted. */
export type WebhookErrorCode = 'MISSING_HEADER' | 'WRONG_SIGNATURE' | 'OUTSIDE_TOLERANCE' | 'INVALID_BODY'

export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export interface WebhookDelivery {
  /** The secret of the webhook: `whsec_…`, or another text that an admin chose. */
  secret: string
  /** The headers of the request: of `fetch`, or of Node. */
  headers: Headers | Record<string, string | string[] | undefined>
  /** The body as it arrived. What was parsed and written again has another signature. */
  body: string | Uint8Array
  /** How far the clocks may differ, in seconds. What was sent longer ago may have been recorded by somebody. */
  toleranceSeconds?: number
  now?: Date
}

const TOLERANCE_SECONDS = 5 * 60
const PREFIX = 'whsec_'
const encoder = new TextEncoder()

/**
 * Verifies the signature of a delivery (Standard Webhooks), and returns its event. `webhook-id` is the same in every attempt: keep
 * it to handle an event once.
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const { body, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = delivery
  const id = headerOf(delivery, 'webhook-id')
  const timestamp = headerOf(delivery, 'webhook-timestamp')
  const signatures = headerOf(delivery, 'webhook-signature').split(' ')
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const key = await crypto.subtle.importKey(
    'raw',
    signingKeyOf(delivery.secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytes)
  const checks = signatures.map(async (text) => {
    const signature = text.startsWith('v1,') ? decoded(text.slice('v1,'.length)) : null
    return signature !== null && crypto.subtle.verify('HMAC', key, signature, signed)
  })
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookError('WRONG_SIGNATURE', 'The signature does not match the body and the secret.')
  }
  // What the signature does not cover is checked after it.
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookError(
      'OUTSIDE_TOLERANCE',
      `The delivery was sent at ${timestamp}, which is too long ago.`,
    )
  }
  return eventIn(new TextDecoder().decode(bytes))
}

function headerOf({ headers }: WebhookDelivery, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookError('MISSING_HEADER', `The header "${name}" is missing.`)
}

/** The part after `whsec_` is Base64. A secret in another format is used unchanged. */
function signingKeyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith(PREFIX) ? decoded(secret.slice(PREFIX.length)) : null
  return key ?? encoder.encode(secret)
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function eventIn(text: string): WebhookEvent {
  try {
    const event = JSON.parse(text) as WebhookEvent
    if (typeof event.type === 'string') return event
  } catch {
    // Reported like a body that is something else.
  }
  throw new WebhookError('INVALID_BODY', 'The body is not an event.')
}
