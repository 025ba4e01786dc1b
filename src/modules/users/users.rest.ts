import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import type { User } from '../../generated/prisma/client.ts'
import { deletion, route, type View } from '../../rest/route.ts'
import { contactOf } from './contact.ts'
import { deleteUser, deleteViewer } from './erasure.ts'
import { exportUserData, exportViewerData } from './export.ts'
import { getUser, getViewer, updateUser } from './users.service.ts'
import { userDataUrl, userUrl } from './users.urls.ts'

export const RestUser = z
  .object({
    object: z.literal('user'),
    id: z.string(),
    displayName: z.string(),
    email: z.string().optional(),
    photoURL: z.string().optional(),
    isOperator: z.literal(true).optional(),
    deletedAt: Timestamp.optional().meta({
      description: 'When the user was deleted. The name is then `Former member`.',
    }),
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
    deletedAt: user.deletedAt?.toISOString(),
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

const RestUserExport = z
  .object({
    object: z.literal('user-export'),
    url: z.url().meta({ description: 'The URL of the data as one JSON document. It needs no token.' }),
  })
  .meta({ id: 'UserExport' })

const exportOf = {
  response: RestUserExport,
  present: ({ id }: User, { urls }: View) => ({
    object: 'user-export' as const,
    url: userDataUrl(urls, id),
  }),
}

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
  deletion('/user', deleteViewer, { summary: 'Delete your account for good' }),
  deletion('/users/:userId', deleteUser, {
    summary: 'Delete a user for good, as an operator; what the user wrote stays, by a former member',
  }),
  route('GET', '/user/export', exportViewerData, {
    summary: 'Get a URL of all data about you, valid for minutes',
    ...exportOf,
  }),
  route('GET', '/users/:userId/export', exportUserData, {
    summary: 'Get a URL of all data about a user, as an operator',
    ...exportOf,
  }),
]
