import { z } from 'zod'
import { idField } from '../../../core/fields.ts'

const userId = idField('User', 'The ID of the user.')

export const CreatePasswordReset = z.object({ userId })
export const EndUserSessions = z.object({ userId })
export const RevokeUserApiTokens = z.object({ userId })
export const DisableUser = z.object({ userId })
export const EnableUser = z.object({ userId })
