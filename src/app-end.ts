import type { FastifyInstance } from 'fastify'
import type { Tools } from './core/operations/context.ts'
import type { Listening } from './http/listening.ts'

interface Closeable {
  close(): unknown
}

export interface EndingParts {
  http: FastifyInstance
  listening: Listening
  feed: Closeable
  background: Closeable
  faults: Closeable
  /** Closes WebSockets. */
  closeSockets: () => Promise<void>
  downloads: readonly Partial<Closeable>[]
  /** The notifications of other nodes. */
  wake: Closeable
  closeBudgets: () => unknown
  tools: Pick<Tools, 'files'>
}

/** How an app ends: what is stopped first, and what running requests still need. */
export const appEnd = (parts: EndingParts) => {
  const { http, listening, feed, background, closeSockets } = parts
  return {
    leave: async () => {
      await listening.stop()
      feed.close()
      await closeSockets()
      await listening.ended()
    },
    close: async () => {
      await listening.stop()
      feed.close()
      await background.close()
      await closeSockets()
      for (const each of parts.downloads) await each.close?.()
      await http.close()
      await listening.ended()
      await parts.wake.close()
      parts.faults.close()
      await parts.closeBudgets()
      parts.tools.files?.close()
    },
  }
}
