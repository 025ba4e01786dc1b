import type { Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../core/access/viewer.ts'
import { tokenRequired } from '../core/errors.ts'
import type { Caller } from '../core/operations/caller.ts'
import { budgetOfAddress } from './address.ts'
import { type Budgets, RateLimited, requirePaid } from './budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling, settled from the headers before any of the body is read. Null where nobody asks. */
    caller: Caller | null
  }
}

export interface EntranceParts {
  budgets: Budgets
  viewerOf: (authorization: string | undefined) => Promise<Viewer | null>
  /** Whether this node would have to look for a token in the database, and has not found it there before. */
  isStrange: (authorization: string | undefined) => boolean
  callerFor: (viewer: Viewer | null, reply: FastifyReply) => Caller
}

/** Whose budget pays: that of the user, with whichever token, or that of the address of somebody unknown. */
export const payerOf = (viewer: Viewer | null, address: string): string =>
  viewer ? `user:${viewer.userId}` : budgetOfAddress(address)

/** Settles who is calling from the headers alone and charges the request, in the same way at every API. */
export class Entrance {
  readonly #parts: EntranceParts

  constructor(parts: EntranceParts) {
    this.#parts = parts
  }

  /** Sets `request.caller`. A wrong token is refused; no token is nobody, whom the API may refuse. */
  async enter(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const { callerFor } = this.#parts
    // A refused token is charged too, to its address: guessing tokens is limited like everything else.
    const known = await this.identify(request.headers.authorization, request.ip).then(
      (viewer) => ({ viewer }),
      (error: unknown) => ({ viewer: null, error }),
    )
    request.userId = known.viewer?.userId ?? null
    await this.charge(reply, payerOf(known.viewer, request.ip), 1)
    if ('error' in known) throw known.error
    const caller = callerFor(known.viewer, reply)
    request.caller = caller
    return caller
  }

  /**
   * The user behind an `Authorization` header; null without one. An address whose budget is used up may not have further
   * tokens looked up in the database: there, only tokens that this node has seen before are accepted.
   */
  async identify(authorization: string | undefined, address: string): Promise<Viewer | null> {
    const { budgets, isStrange, viewerOf } = this.#parts
    if (isStrange(authorization) && budgets.isEmpty(budgetOfAddress(address))) throw new RateLimited(1)
    return viewerOf(authorization)
  }

  /** Charges the address of a request that needs no token, such as one to a signed address. */
  chargeAddress(request: FastifyRequest, reply: FastifyReply, points = 1): Promise<void> {
    return this.charge(reply, budgetOfAddress(request.ip), points)
  }

  /** Takes points from a budget and tells the balance in the response, or throws rate_limited. */
  async charge(reply: FastifyReply, payer: string, points: number): Promise<void> {
    const balance = await this.#parts.budgets.spend(payer, points)
    if (!reply.sent) {
      reply
        .header('X-RateLimit-Limit', balance.limit)
        .header('X-RateLimit-Remaining', balance.remaining)
        .header('X-RateLimit-Reset', balance.resetAt)
      const { retryAfterSeconds } = balance
      if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds)
    }
    requirePaid(balance)
  }
}

/** Throws unless somebody is calling. */
export function requireIdentity(caller: Caller): void {
  if (!caller.viewer) throw tokenRequired()
}

const expectsContinue = ({ headers }: FastifyRequest) => headers.expect?.toLowerCase() === '100-continue'

/** Asks a client that waits for permission to send its body; called once the request has been let in. */
export function askForBody(request: FastifyRequest, reply: FastifyReply): void {
  if (expectsContinue(request)) reply.raw.writeContinue()
}

/** Prepares a server for entrances: no body is asked for before a request has been let in. */
export function prepareEntrances(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  const server = app.server as Server
  // Without a listener, Node answers 100 Continue before anything has looked at the headers.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
}
