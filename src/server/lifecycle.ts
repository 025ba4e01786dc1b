import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../core/errors.ts'
import type { Feed } from '../core/events/feed.ts'
import type { UserFeed } from '../core/events/user-feed.ts'
import { isHealth } from '../http/health.ts'
import type { ServedApis } from './apis.ts'
import type { Background } from './background.ts'
import { nodeSettingsOf } from './operation-tools.ts'
import type { Wiring } from './wiring.ts'

interface RunningParts extends Pick<ServedApis, 'closeSockets' | 'downloads'> {
  http: FastifyInstance
  listening: Listening
  feed: Feed
  userFeed: UserFeed
  background: Background
  /** The notifications of other nodes. */
  wake: { close(): Promise<void> }
  identity: { close(): Promise<void> }
  sites: { close(): Promise<void> }
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
  const { http, listening, feed, userFeed, background, closeSockets } = parts
  const endSubscriptions = () => {
    feed.close()
    userFeed.close()
  }
  return {
    prepare: async () => {
      await tools.temporaryFiles.removeAbandoned()
      await signed.prepare()
    },
    nodeSettings: () => nodeSettingsOf(config, tools),
    leave: async () => {
      await listening.stop()
      endSubscriptions()
      await closeSockets()
      await listening.ended()
    },
    close: async () => {
      await listening.stop()
      endSubscriptions()
      tools.signs.close()
      await background.close()
      await closeSockets()
      for (const each of parts.downloads) await each.close?.()
      await http.close()
      await listening.ended()
      await parts.sites.close()
      await parts.wake.close()
      faults.close()
      await parts.identity.close()
      tools.files?.close()
    },
  }
}

/** An iteration of the event loop that took less had nothing to do. */
const QUIET_MS = 0.2
/** Iterations to wait for a quiet one. */
const MAX_ITERATIONS = 200

/** The connections of a server that is being stopped. */
export class Listening {
  #server: Server | undefined
  #ended: Promise<void> | undefined

  /** The server whose connections these are. */
  of(server: Server): void {
    this.#server = server
  }

  /** Whether a connection serves no request after the current one: its client closes it, and connects to another node. */
  get isStopped(): boolean {
    return this.#ended !== undefined
  }

  /**
   * Accepts no more connections. Those that are open stay open, also idle ones: a proxy may be sending a request on one of
   * them, and repeats no write and no GraphQL query whose connection was closed.
   */
  async stop(): Promise<void> {
    await quietIteration()
    const server = this.#server
    if (!server) return
    // Not that of the HTTP server, which closes idle connections.
    this.#ended ??= new Promise((done) => NetServer.prototype.close.call(server, () => done()))
  }

  /** Waits until all connections are closed that were open when it was stopped. */
  async ended(): Promise<void> {
    await this.#ended
  }
}

/**
 * Waits for an iteration of the event loop in which nothing arrived: connections that clients have opened are known then.
 * One that is opened while the listener is closed is reset.
 */
async function quietIteration(): Promise<void> {
  for (let count = 0; count < MAX_ITERATIONS; count++) {
    const begun = performance.now()
    await new Promise((resolve) => setImmediate(resolve))
    if (performance.now() - begun < QUIET_MS) return
  }
}
