import { z } from 'zod'
import type { User } from '../../generated/prisma/client.ts'
import { route, type View } from '../../rest/route.ts'
import { contactOf } from './contact.ts'
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

/** Fields that need the database are read before the response is sent: presenters are synchronous. */
export function toRestUser(user: User, { caller, urls, pending }: View): z.input<typeof RestUser> {
  const contact = contactOf(caller, user)
  const known = contact instanceof Promise ? undefined : contact
  const shown: z.input<typeof RestUser> = {
    object: 'user',
    id: user.id,
    displayName: user.displayName,
    email: known?.email ?? undefined,
    photoURL: user.photoURL ?? undefined,
    isOperator: known?.isOperator || undefined,
    urls: { location: userUrl(urls, user.id) },
  }
  if (contact instanceof Promise) {
    pending.push(
      contact.then(({ email, isOperator }) => {
        shown.email = email ?? undefined
        shown.isOperator = isOperator || undefined
      }),
    )
  }
  return shown
}

const user = { response: RestUser, present: toRestUser }

export const routes = [
  route('GET', '/user', getViewer, {
    summary: 'Get the authenticated user',
    ...user,
  }),
  route('GET', '/users/:userId', getUser, {
    summary: 'Get a user',
    ...user,
  }),
  route('PATCH', '/users/:userId', updateUser, {
    summary: 'Update your own account, or as an operator set who is an operator',
    ...user,
  }),
]
