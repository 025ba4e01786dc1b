import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import type { ApiToken } from '../../generated/prisma/client.ts'
import { deletion, listRoute, route } from '../../rest/route.ts'
import { createNotificationsToken } from './notifications-token.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './tokens.service.ts'

const RestApiToken = z
  .object({
    object: z.literal('api-token'),
    id: z.string(),
    label: z.string(),
    scopes: z.array(z.string()),
    createdAt: Timestamp,
    expiresAt: Timestamp.optional(),
    lastUsedAt: Timestamp.optional(),
  })
  .meta({ id: 'ApiToken' })

const NewRestApiToken = RestApiToken.extend({ token: z.string() }).meta({ id: 'NewApiToken' })

function toRestApiToken(token: ApiToken): z.input<typeof RestApiToken> {
  return {
    object: 'api-token',
    id: token.id,
    label: token.label,
    scopes: token.scopes,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt?.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString(),
  }
}

export const routes = [
  listRoute('/user/tokens', listApiTokens, {
    summary: 'List your API tokens',
    item: RestApiToken,
    present: (tokens) => tokens.map(toRestApiToken),
  }),
  route('POST', '/user/tokens', createApiToken, {
    summary: 'Create an API token, which is returned only once',
    status: 201,
    response: NewRestApiToken,
    present: ({ apiToken, token }) => ({ ...toRestApiToken(apiToken), token }),
  }),
  route('POST', '/user/notifications/token', createNotificationsToken, {
    summary: 'Create a token for your notifications, which expires after an hour',
    response: z.object({ token: z.string(), expiresAt: Timestamp }).meta({ id: 'NotificationsToken' }),
    present: ({ apiToken, token }) => ({
      token,
      expiresAt: (apiToken.expiresAt ?? apiToken.createdAt).toISOString(),
    }),
  }),
  deletion('/user/tokens/:tokenId', revokeApiToken, { summary: 'Revoke an API token' }),
]
