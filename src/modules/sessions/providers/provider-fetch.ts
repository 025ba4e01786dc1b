import type { Outbound, OutboundRequest } from '../../../platform/outbound.ts'

/** Metadata and keys of large providers have less than a tenth of it. */
const MAX_BYTES = 512 * 1024
/** The person waits for it. */
const TIMEOUT_MS = 10_000

/** Statuses with which a `Response` cannot have a body. */
const BODILESS = new Set([204, 205, 304])

interface FetchOptions {
  method?: string | undefined
  headers?: Record<string, string> | Headers | undefined
  body?: unknown
}

/** `fetch` for the libraries of OpenID Connect, by the guarded client: only allowed hosts, and limits on time and size. */
export const providerFetch =
  (outbound: Outbound) =>
  async (url: string, { method = 'GET', headers = {}, body }: FetchOptions): Promise<Response> => {
    const given = headers instanceof Headers ? Object.fromEntries(headers.entries()) : headers
    const request: OutboundRequest = {
      method: method as NonNullable<OutboundRequest['method']>,
      headers: given,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: 0,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    }
    const answer = await outbound.fetch(url, request)
    const content = BODILESS.has(answer.status) ? null : new Uint8Array(answer.body)
    return new Response(content, { status: answer.status, headers: answer.headers })
  }
