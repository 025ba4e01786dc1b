import type { Attributes, Span } from '../observing/span.ts'
import type { Outbound } from '../outbound.ts'

/** Reports the outcome of every request: the class of its status, or `failed`. */
export function observedOutbound(
  outbound: Outbound,
  report: (outcome: string, ms: number) => void,
): Outbound {
  return {
    ...outbound,
    fetch: async (url, request) => {
      const begun = performance.now()
      let outcome = 'failed'
      try {
        const response = await outbound.fetch(url, request)
        outcome = `${Math.floor(response.status / 100)}xx`
        return response
      } finally {
        report(outcome, performance.now() - begun)
      }
    },
  }
}

/**
 * The same client, whose requests are spans that `start` creates. The header `traceparent` continues them on the other
 * server.
 */
export const tracedOutbound = (
  outbound: Outbound,
  start: (name: string, attributes: Attributes) => Span,
): Outbound => ({
  ...outbound,
  fetch: async (url, request = {}) => {
    const method = request.method ?? 'GET'
    const host = URL.canParse(url) ? new URL(url).host : ''
    const attributes = { 'http.request.method': method, 'server.address': host }
    const span = start(method, attributes)
    try {
      const headers = { ...request.headers, traceparent: span.traceparent }
      const response = await outbound.fetch(url, { ...request, headers })
      span.end({ attributes: { 'http.response.status_code': response.status } })
      return response
    } catch (error) {
      span.end({ error })
      throw error
    }
  },
})

/** The same client, whose requests are parts of a span, if there is one. */
export const outboundWithin = (outbound: Outbound, parent: Span | undefined): Outbound =>
  parent ? tracedOutbound(outbound, (name, attributes) => parent.child(name, 'client', attributes)) : outbound
