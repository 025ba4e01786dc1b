import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../core/errors.ts'
import { errorBody } from './error-body.ts'
import type { SeenRequest } from './host-proof.ts'

/** Whether this process can be sent requests. */
export interface Readiness {
  /** True from when migrations are applied until the server begins to stop. */
  readonly isOpen: boolean
  /** True while requests are still served, but no more should be sent. */
  readonly isDraining?: boolean
  /** Fails when the database cannot be reached or lacks migrations. */
  check: () => Promise<void>
}

const CHECK_TIMEOUT_MS = 2_000
/** What a server that looks for itself at a hostname sends: see `HostProof`. */
const CHALLENGE = /^[\w-]{16,64}$/
const MAX_PATH = 2_000

interface Question {
  challenge?: unknown
  /** The path of the question: see `readHostQuestion`. */
  path?: unknown
}

/** `/livez` and `/healthz` report that the process runs, whatever its database does. */
const LIVENESS = ['/livez', '/healthz']
const READINESS = '/readyz'

export const HEALTH_PATHS: ReadonlySet<string> = new Set([...LIVENESS, READINESS])

/** Whether a request is answered while the server starts and stops. */
export const isHealth = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => HEALTH_PATHS.has(url)

/** Proves to a node of this instance that a request to a host has arrived at another one, or at itself. */
export type HostProof = (challenge: string, seen: SeenRequest) => Promise<string>

/** Serves the paths by which a supervisor decides to restart a process, and a proxy to send it requests. */
export function mountHealth(app: FastifyInstance, readiness: Readiness, proofOf: HostProof): void {
  const config = { operation: 'health' }
  for (const path of LIVENESS) {
    app.get<{ Querystring: Question }>(path, { config }, async ({ query, host, ips = [] }) => {
      const { challenge } = query
      if (typeof challenge !== 'string' || !CHALLENGE.test(challenge)) return { status: 'ok' }
      const seen = {
        host,
        path: typeof query.path === 'string' ? query.path.slice(0, MAX_PATH) : path,
        isForwarded: ips.length > 1,
      }
      return { status: 'ok', ...seen, proof: await proofOf(challenge, seen) }
    })
  }

  app.get(READINESS, { config }, async (_request, reply) => {
    const isStaying = readiness.isOpen && !readiness.isDraining
    const problem = isStaying ? await problemOf(readiness) : 'The server is starting or stopping.'
    if (problem === null) return { status: 'ready' }
    const failure = new DomainError('unavailable', problem)
    return reply.code(failure.status).send(errorBody(failure))
  })
}

async function problemOf(readiness: Readiness): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not respond.')), CHECK_TIMEOUT_MS)
  })
  try {
    await Promise.race([readiness.check(), tooLong])
    return null
  } catch {
    return 'The database cannot be reached or is not migrated.'
  } finally {
    clearTimeout(timer)
  }
}
