import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { route } from '../../../rest/route.ts'
import { RestUser, toRestUser } from '../../users/index.ts'
import {
  createPasswordReset,
  disableUser,
  enableUser,
  endUserSessions,
  revokeUserApiTokens,
} from './accounts.service.ts'

const counted = {
  response: z.object({ count: z.int() }),
  present: ({ count }: { count: number }) => ({ count }),
}

export const accountRoutes = [
  route('POST', '/users/:userId/password-reset', createPasswordReset, {
    summary: 'Create a link with which a user sets a new password',
    response: z.object({ link: z.string(), expiresAt: Timestamp }),
    present: ({ link, expiresAt }) => ({ link, expiresAt: expiresAt.toISOString() }),
    status: 201,
  }),
  route('DELETE', '/users/:userId/sessions', endUserSessions, {
    summary: 'End all sessions of a user',
    ...counted,
  }),
  route('DELETE', '/users/:userId/tokens', revokeUserApiTokens, {
    summary: 'Revoke all API tokens of a user',
    ...counted,
  }),
  route('POST', '/users/:userId/disable', disableUser, {
    summary: 'Disable a user, as an operator: all sessions and API tokens end',
    ...counted,
  }),
  route('POST', '/users/:userId/enable', enableUser, {
    summary: 'Enable a disabled user again, as an operator',
    response: RestUser,
    present: toRestUser,
  }),
]
