import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import { type Outbound, OutboundFailed, OutboundRefused } from '../../platform/outbound.ts'
import { signatureHeaders } from './signatures.ts'
import { MAX_ATTEMPTS, TIMEOUT_MS } from './webhooks.model.ts'

const KEPT_BYTES = 2_048
/** The number of bytes of a response that are read; the rest is ignored. */
const MAX_BYTES = 1024 * 1024
const FIRST_RETRY_MS = 10_000
const LONGEST_RETRY_MS = 3 * 60 * 60 * 1000

/** The result of one attempt. */
export interface Attempt {
  outcome: 'succeeded' | 'retry' | 'failed'
  /** The receiver answered that the URL is permanently gone. */
  isGone: boolean
  responseStatus: number | null
  responseBody: string | null
  error: string | null
  /** The delay that the receiver requested before the next attempt. */
  retryAfterMs: number
  durationMs: number
}

/** Sends a delivery once. Throws only when the node is shutting down. */
export async function attempt(
  outbound: Outbound,
  delivery: Pick<WebhookDelivery, 'id' | 'type' | 'body'>,
  { url, secret, now, signal }: { url: string; secret: string; now: () => Date; signal: AbortSignal },
): Promise<Attempt> {
  const begun = performance.now()
  const ended = (part: Partial<Attempt> & Pick<Attempt, 'outcome'>): Attempt => ({
    isGone: false,
    responseStatus: null,
    responseBody: null,
    error: null,
    retryAfterMs: 0,
    durationMs: Math.round(performance.now() - begun),
    ...part,
  })
  try {
    const { status, headers, body } = await outbound.fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Quire-Webhooks',
        ...signatureHeaders(secret, { id: delivery.id, body: delivery.body, sentAt: now() }),
        'X-Quire-Event': delivery.type,
        'X-Quire-Delivery': delivery.id,
      },
      body: delivery.body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      redirects: 0,
      signal,
    })
    return ended({
      outcome: outcomeOf(status),
      isGone: status === 410,
      responseStatus: status,
      responseBody: textOf(body),
      retryAfterMs: status === 429 || status === 503 ? retryAfter(headers['retry-after'], now()) : 0,
    })
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof OutboundRefused) return ended({ outcome: 'failed', error: error.message })
    if (error instanceof OutboundFailed) return ended({ outcome: 'retry', error: error.message })
    throw error
  }
}

function outcomeOf(status: number): Attempt['outcome'] {
  if (status >= 200 && status < 300) return 'succeeded'
  // Redirects are not followed: events are sent only to the URL that the admin set.
  return status === 429 || status >= 500 ? 'retry' : 'failed'
}

/** The beginning of a response as text. PostgreSQL's text cannot contain NUL. */
const textOf = (body: Buffer) => body.subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '')

/** `Retry-After` in milliseconds, from seconds or a date, up to the longest delay between attempts. */
function retryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : null
  const ms = seconds === null ? Date.parse(header) - now.getTime() : seconds * 1000
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_RETRY_MS) : 0
}

/** Whether to retry, and when: the delay triples each time, plus up to half of it at random. */
export function nextAttemptAt(attempts: number, { outcome, retryAfterMs }: Attempt, now: Date): Date | null {
  if (outcome !== 'retry' || attempts >= MAX_ATTEMPTS) return null
  const backoff = Math.min(FIRST_RETRY_MS * 3 ** (attempts - 1), LONGEST_RETRY_MS) * (1 + Math.random() / 2)
  return new Date(now.getTime() + Math.max(backoff, retryAfterMs))
}
