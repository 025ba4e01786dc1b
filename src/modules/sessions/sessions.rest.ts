import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { SignInMethod } from './sessions.model.ts'
import { endOtherSessions, endSession, listSessions, type SessionRow } from './sessions.service.ts'

const RestSession = z
  .object({
    object: z.literal('session'),
    id: z.string(),
    method: SignInMethod,
    browser: z.string(),
    address: z.string(),
    current: z.boolean(),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    endsAt: Timestamp,
  })
  .meta({ id: 'Session' })

const toRestSession = (session: SessionRow, { caller }: View): z.input<typeof RestSession> => ({
  object: 'session',
  id: session.id,
  method: SignInMethod.parse(session.method),
  browser: session.browser,
  address: session.address,
  current: caller.viewer?.tokenId === session.id,
  createdAt: session.createdAt.toISOString(),
  lastSeenAt: session.lastSeenAt.toISOString(),
  endsAt: session.endsAt.toISOString(),
})

export const routes = [
  listRoute('/user/sessions', listSessions, {
    summary: 'List the browsers in which you are signed in',
    item: RestSession,
    present: (sessions, view) => sessions.map((session) => toRestSession(session, view)),
  }),
  deletion('/user/sessions/:sessionId', endSession, { summary: 'End a session' }),
  route('DELETE', '/user/sessions', endOtherSessions, {
    summary: 'End all sessions except the one that sends this',
    response: z.object({ count: z.int() }),
    present: (result) => result,
  }),
]
