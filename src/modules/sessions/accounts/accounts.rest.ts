import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { route } from '../../../rest/route.ts'
import { createPasswordReset, endUserSessions } from './accounts.service.ts'

export const accountRoutes = [
  route('POST', '/users/:userId/password-reset', createPasswordReset, {
    summary: 'Create a link with which a user sets a new password',
    response: z.object({ link: z.string(), expiresAt: Timestamp }),
    present: ({ link, expiresAt }) => ({ link, expiresAt: expiresAt.toISOString() }),
    status: 201,
  }),
  route('DELETE', '/users/:userId/sessions', endUserSessions, {
    summary: 'End all sessions of a user',
    response: z.object({ count: z.int() }),
    present: (result) => result,
  }),
]
