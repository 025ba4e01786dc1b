import { z } from 'zod'
import type { Urls } from '../../core/urls.ts'
import type { User } from '../../generated/prisma/client.ts'
import { route } from '../../rest/route.ts'
import { getUser, getViewer, updateUser } from './users.service.ts'
import { userUrl } from './users.urls.ts'

export const RestUser = z
  .object({
    object: z.literal('user'),
    id: z.string(),
    displayName: z.string(),
    email: z.string().optional(),
    photoURL: z.string().optional(),
    isOperator: z.literal(true).optional(),
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'User' })

export function toRestUser(user: User, urls: Urls): z.input<typeof RestUser> {
  return {
    object: 'user',
    id: user.id,
    displayName: user.displayName,
    email: user.email ?? undefined,
    photoURL: user.photoURL ?? undefined,
    isOperator: user.isOperator || undefined,
    urls: { location: userUrl(urls, user.id) },
  }
}

export const routes = [
  route('GET', '/user', getViewer, {
    summary: 'The user behind the token',
    response: RestUser,
    present: (user, { urls }) => toRestUser(user, urls),
  }),
  route('GET', '/users/:userId', getUser, {
    summary: 'A user',
    response: RestUser,
    present: (user, { urls }) => toRestUser(user, urls),
  }),
  route('PATCH', '/users/:userId', updateUser, {
    summary: 'Change your own account, or as an operator say who operates this instance',
    response: RestUser,
    present: (user, { urls }) => toRestUser(user, urls),
  }),
]
