import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../core/errors.ts'
import { errorBody } from '../rest/errors.ts'

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

/** `/healthz` reports that the process runs, `/readyz` that it can serve requests. */
export function mountHealth(app: FastifyInstance, readiness: Readiness): void {
  const config = { operation: 'health' }
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))

  app.get('/readyz', { config }, async (_request, reply) => {
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

/** Whether a request is for one of them, which answer also while the server starts. */
export const isHealth = ({ routeOptions: { url } }: FastifyRequest) => url === '/healthz' || url === '/readyz'
