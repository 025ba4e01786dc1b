import { type Outbound, OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { MAX_SOURCE_BYTES, type ProcessErrorCode } from '../openapi-specs.model.ts'

/** The time limit of one document, redirects included. */
const TIMEOUT_MS = 30_000

export interface FetchedSource {
  body: Uint8Array
  tag: string | null
}

export type FetchResult = FetchedSource | 'unchanged' | { code: ProcessErrorCode; message: string }

/** Fetches a document. Messages contain no URL, because it can have credentials. */
export async function fetchSource(
  outbound: Outbound,
  url: string,
  { tag, signal, timeoutMs = TIMEOUT_MS }: { tag?: string | null; signal: AbortSignal; timeoutMs?: number },
): Promise<FetchResult> {
  try {
    const response = await outbound.fetch(url, {
      headers: {
        accept: 'application/json, application/yaml, text/yaml, */*',
        ...(tag ? { 'if-none-match': tag } : {}),
      },
      maxBytes: MAX_SOURCE_BYTES,
      timeoutMs,
      signal,
    })
    if (tag && response.status === 304) return 'unchanged'
    if (response.status !== 200) {
      const { host } = new URL(response.url)
      return {
        code: 'FETCH_ERROR',
        message: `${host} returned the status ${response.status} instead of 200.`,
      }
    }
    return { body: response.body, tag: response.headers.etag ?? null }
  } catch (error) {
    // A node that stops gives the job to another one.
    signal.throwIfAborted()
    if (error instanceof OutboundRefused) return { code: 'FETCH_ERROR', message: error.message }
    if (!(error instanceof OutboundFailed)) throw error
    return { code: error.code === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', message: error.message }
  }
}
