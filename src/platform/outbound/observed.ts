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
