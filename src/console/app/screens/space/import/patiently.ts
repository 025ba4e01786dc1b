import { codeOf } from '../../../relay/request-error.ts'

/** What a later attempt can change. */
const RETRIED: ReadonlySet<string> = new Set(['CONNECTION_LOST', 'UNAVAILABLE', 'RATE_LIMITED'])
const PAUSE_MS = 5_000

/** Does something again until it succeeds, unless a later attempt cannot change the answer. */
export async function patiently<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!RETRIED.has(codeOf(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
