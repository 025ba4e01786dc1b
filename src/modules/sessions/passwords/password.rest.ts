import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { route } from '../../../rest/route.ts'
import { changePassword, getPassword, type PasswordState, removePassword } from './password.service.ts'

const RestPassword = z
  .object({ object: z.literal('password'), set: z.boolean(), changedAt: Timestamp.optional() })
  .meta({ id: 'Password' })

const password = {
  response: RestPassword,
  present: ({ isSet, changedAt }: PasswordState): z.input<typeof RestPassword> => ({
    object: 'password',
    set: isSet,
    changedAt: changedAt?.toISOString(),
  }),
}

const PATH = '/user/password'

export const routes = [
  route('GET', PATH, getPassword, { summary: 'Get whether you have a password', ...password }),
  route('PUT', PATH, changePassword, {
    summary: 'Set your password, and end all of your other sessions',
    ...password,
  }),
  route('DELETE', PATH, removePassword, {
    summary: 'Remove your password, if you can sign in in another way',
    ...password,
  }),
]
