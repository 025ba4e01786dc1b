import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireAdmission, type Viewer } from '../core/access/viewer.ts'
import { readerTokenIn, visitorTokenIn } from '../core/access/visitor-tokens.ts'
import { DomainError, tokenRequired } from '../core/errors.ts'
import type { Caller } from '../core/operations/caller.ts'
import { budgetOfAddress } from './address.ts'
import { type Budgets, RateLimited, requirePaid } from './budget.ts'
import type { SessionCookies } from './session-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The caller, determined from the headers before the body is read. Null for an unauthenticated request.
     */
    caller: Caller | null
  }
}

interface EntranceParts {
  budgets: Budgets
  /** `beforeLookup` runs before a token that this node has not seen is looked up in the database. */
  viewerOf: (authorization: string | undefined, beforeLookup: () => void) => Promise<Viewer | null>
  /** The person who has signed in, by the secret of their session. */
  viewerOfSession: (secret: string, beforeLookup: () => void) => Promise<Viewer>
  cookies: SessionCookies
  /** The reader of a published site, by the signed part of a token. */
  readerOf: (token: string) => Promise<Viewer>
  callerFor: (viewer: Viewer | null, reply: FastifyReply, visitorToken: string | null) => Caller
}

/** Where a request comes from. The headers of proxies are parsed whenever the address is read, so few requests read it. */
export interface Sender {
  readonly ip: string
}

/**
 * The budget to charge: that of the user, for any of their tokens, or that of the address of an
 * unauthenticated client or of a reader of a published site.
 */
export const payerOf = (viewer: Viewer | null, sender: Sender): string =>
  viewer && !viewer.reader ? `user:${viewer.userId}` : budgetOfAddress(sender.ip)

/** Determines the caller from the headers alone and charges the request, in the same way for every API. */
export class Entrance {
  readonly #parts: EntranceParts

  constructor(parts: EntranceParts) {
    this.#parts = parts
  }

  /**
   * Sets `request.caller`. An invalid token is rejected; a request without a token has no viewer, and the
   * API may reject it. What is open to visitors accepts their tokens as well, which its operation verifies.
   */
  async enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { isOpen = false }: { isOpen?: boolean } = {},
  ): Promise<Caller> {
    const { callerFor } = this.#parts
    // A rejected token is charged too, to its address: guessing tokens is rate-limited like everything
    // else.
    const { authorization } = request.headers
    const isReader = readerTokenIn(authorization) !== null
    const visitorToken = isOpen && !isReader ? visitorTokenIn(authorization) : null
    let viewer: Viewer | null = null
    let refusal: unknown
    try {
      viewer =
        (await this.identify(visitorToken === null ? authorization : undefined, request)) ??
        (await this.identifySession(request))
    } catch (error) {
      refusal = error
    }
    request.userId = viewer?.reader ? null : (viewer?.userId ?? null)
    await this.charge(reply, payerOf(viewer, request), 1)
    if (refusal) throw refusal
    const caller = callerFor(viewer, reply, visitorToken)
    request.caller = caller
    return caller
  }

  /**
   * The user or reader of an `Authorization` header; null without one. For an address with an exhausted budget,
   * further tokens are not looked up in the database: only tokens that this node has seen before are
   * accepted.
   */
  identify(authorization: string | undefined, sender: Sender): Promise<Viewer | null> {
    const { viewerOf, readerOf } = this.#parts
    const readerToken = readerTokenIn(authorization)
    if (readerToken !== null) return readerOf(readerToken)
    return viewerOf(authorization, () => this.#requireLookup(sender))
  }

  /** The person whose session the cookie of a request names, where it counts; null without one. */
  async identifySession(request: Sender & Pick<FastifyRequest, 'headers'>): Promise<Viewer | null> {
    const { cookies, viewerOfSession } = this.#parts
    const secret = cookies.secretOf(request.headers)
    return secret === undefined ? null : viewerOfSession(secret, () => this.#requireLookup(request))
  }

  /** The same for live connections, which are for users only. `session` is the secret of the session of a person. */
  async identifyUser(
    { authorization, session }: { authorization: string | undefined; session: string | undefined },
    sender: Sender,
  ): Promise<Viewer | null> {
    if (session !== undefined && authorization === undefined) {
      return this.#parts.viewerOfSession(session, () => this.#requireLookup(sender))
    }
    const viewer = await this.identify(authorization, sender)
    if (viewer) requireAdmission(viewer, {})
    return viewer
  }

  #requireLookup({ ip }: Sender): void {
    if (this.#parts.budgets.isEmpty(budgetOfAddress(ip))) throw new RateLimited(1)
  }

  /** Charges the address of a request that needs no token, such as one to a signed URL. */
  chargeAddress(request: FastifyRequest, reply: FastifyReply, points = 1): Promise<void> {
    return this.charge(reply, budgetOfAddress(request.ip), points)
  }

  /** Charges a budget and sets the rate-limit headers of the response, or throws rate_limited. */
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

/** Throws unless the request is authenticated. */
export function requireIdentity(caller: Caller): void {
  if (!caller.viewer) throw tokenRequired()
}

const expectsContinue = ({ headers }: FastifyRequest) => headers.expect?.toLowerCase() === '100-continue'

/**
 * Accepts the body of a request whose caller and route are known: sends 100 Continue to a client that waits for it. A
 * compressed body is rejected, because a small one could expand to any size.
 */
export function askForBody(request: FastifyRequest, reply: FastifyReply): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new DomainError(
      'unsupported_media_type',
      `The content encoding "${encoding.slice(0, 50)}" of the request body is not supported. Send the body without compression.`,
    )
  }
  if (expectsContinue(request)) reply.raw.writeContinue()
}
