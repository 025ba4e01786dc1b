import type { FastifyInstance } from 'fastify'
import { DomainError } from '../core/errors.ts'
import type { Feed } from '../core/events/feed.ts'
import { isHealth } from '../http/health.ts'
import type { Listening } from '../http/listening.ts'
import type { ServedApis } from './apis.ts'
import type { Background } from './background.ts'
import { nodeSettingsOf } from './operation-tools.ts'
import type { Wiring } from './wiring.ts'

interface RunningParts extends Pick<ServedApis, 'closeSockets' | 'downloads'> {
  http: FastifyInstance
  listening: Listening
  feed: Feed
  background: Background
  /** The notifications of other nodes. */
  wake: { close(): Promise<void> }
  identity: { close(): Promise<void> }
}

/** Rejects requests while the server starts and stops, and learns the URL of a server that listens. */
export function followLifecycle(
  http: FastifyInstance,
  { readiness, signed, origin }: Pick<Wiring, 'readiness' | 'signed' | 'origin'>,
): void {
  // Calls back instead of returning a promise: it runs for every request.
  http.addHook('onRequest', (request, _reply, done) => {
    if ((readiness.isOpen && signed.isPrepared) || isHealth(request)) return done()
    if (readiness.isOpen) return void signed.prepare().then(() => done(), done)
    throw new DomainError('unavailable', 'The server is starting or stopping. Try again in a few seconds.')
  })
  http.addHook('onListen', async () => origin.listensAt(http.listeningOrigin))
}

/** How an app starts and ends: what is stopped first, and what running requests still need. */
export const lifecycleOf = ({ config, tools, signed, faults }: Wiring, parts: RunningParts) => {
  const { http, listening, feed, background, closeSockets } = parts
  return {
    prepare: async () => {
      await tools.temporaryFiles.removeAbandoned()
      await signed.prepare()
    },
    nodeSettings: () => nodeSettingsOf(config, tools),
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
      faults.close()
      await parts.identity.close()
      tools.files?.close()
    },
  }
}
