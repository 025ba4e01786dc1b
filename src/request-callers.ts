import type { FastifyReply } from 'fastify'
import type { Config } from './config.ts'
import type { Viewer } from './core/access/viewer.ts'
import { Caller } from './core/operations/caller.ts'
import type { Tools } from './core/operations/context.ts'
import type { Budgets } from './http/budget.ts'
import { clientSignal } from './http/connection.ts'
import { payerOf, type Sender } from './http/entrance.ts'
import type { Database } from './platform/database.ts'
import { OTHER } from './platform/observing/origin.ts'
import type { Span } from './platform/observing/span.ts'

interface Parts {
  config: Config
  database: Database
  now: () => Date
  tools: Tools
  budgets: Budgets
}

interface Request {
  reply?: FastifyReply
  requestId: string
  sender: Sender
  visitorToken?: string | null
  span: Span | null | undefined
}

/** Creates the caller of a request, on any transport. */
export const requestCallers =
  ({ config, database, now, tools, budgets }: Parts) =>
  (viewer: Viewer | null, { reply, requestId, sender, visitorToken = null, span }: Request): Caller =>
    new Caller(database, viewer, now, tools, {
      signal: reply && (() => clientSignal(reply)),
      answer: {
        bytes: config.limits.answerBytes,
        charge: (points) => budgets.collect(payerOf(viewer, sender), points),
      },
      visitorToken,
      origin: { operation: OTHER, requestId, span: span ?? undefined },
    })
