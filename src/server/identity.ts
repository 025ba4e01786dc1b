import type { FastifyReply } from 'fastify'
import type { Credentials } from '../core/access/authentication.ts'
import type { Viewer } from '../core/access/viewer.ts'
import { Caller } from '../core/operations/caller.ts'
import { declaredPart } from '../core/operations/module.ts'
import { type Budgets, requirePaid } from '../http/budget.ts'
import { clientSignal } from '../http/connection.ts'
import { Entrance, payerOf, type Sender } from '../http/entrance.ts'
import { SessionCookies } from '../http/session-cookies.ts'
import { sharedBudgets } from '../http/shared-budgets.ts'
import { modules } from '../modules/index.ts'
import { OTHER } from '../platform/observing/origin.ts'
import type { Span } from '../platform/observing/span.ts'
import type { Wiring } from './wiring.ts'

interface CallingRequest {
  reply?: FastifyReply
  requestId: string
  sender: Sender
  visitorToken?: string | null
  span: Span | null | undefined
}

/** Who calls, and what is charged for it. */
export interface Identity {
  /** The ends of tokens and sessions. */
  readonly credentials: Credentials
  /** The cookies of people who have signed in. */
  readonly cookies: SessionCookies
  readonly budgets: Budgets
  /** Determines the caller of an HTTP request. */
  readonly entrance: Entrance
  /** Creates the caller of a request, on any transport. */
  readonly callerFor: (viewer: Viewer | null, request: CallingRequest) => Caller
  /** Charges points to a user, or to the address of a client without a token; or throws rate_limited. */
  readonly charge: (viewer: Viewer | null, sender: Sender, points: number) => Promise<void>
  close(): Promise<void>
}

export async function createIdentity({
  config,
  database,
  now,
  tools,
  faults,
  origin,
}: Wiring): Promise<Identity> {
  const { pointsPerMinute, answerBytes } = config.limits
  const tokens = declaredPart(modules, 'authentication')({ database, now })
  const sessions = declaredPart(modules, 'sessions')({ database, now })
  const cookies = new SessionCookies(origin.current)
  const readers = declaredPart(modules, 'readers')({ now, tools })
  const { budgets, close } = await sharedBudgets({
    redisUrl: config.redisUrl,
    pointsPerMinute,
    database,
    now,
    faults,
  })
  const callerFor: Identity['callerFor'] = (
    viewer,
    { reply, requestId, sender, visitorToken = null, span },
  ) =>
    new Caller(database, viewer, now, tools, {
      signal: reply && (() => clientSignal(reply)),
      answer: {
        bytes: answerBytes,
        charge: (points) => budgets.collect(payerOf(viewer, sender), points),
      },
      visitorToken,
      origin: { operation: OTHER, requestId, span: span ?? undefined },
    })
  const entrance = new Entrance({
    budgets,
    viewerOf: (authorization, beforeLookup) => tokens.viewerOf(authorization, beforeLookup),
    viewerOfSession: (secret, beforeLookup) => sessions.viewerOf(secret, beforeLookup),
    cookies,
    readerOf: (token) => readers.viewerOf(token),
    callerFor: (viewer, reply, visitorToken) => {
      const { request } = reply
      return callerFor(viewer, {
        reply,
        requestId: request.id,
        sender: request,
        visitorToken,
        span: request.span,
      })
    },
  })
  return {
    credentials: {
      onEnd: (viewer, end) => (viewer.session ? sessions : tokens).onEnd(viewer, end),
      channels: { ...tokens.channels, ...sessions.channels },
      recheck: async () => {
        await Promise.all([tokens.recheck(), sessions.recheck()])
      },
    },
    cookies,
    budgets,
    entrance,
    callerFor,
    charge: async (viewer, sender, points) =>
      requirePaid(await budgets.spend(payerOf(viewer, sender), points)),
    close,
  }
}
