import { z } from 'zod'
import type { SitePublishingAuth } from '../../../generated/prisma/client.ts'
import { route, type View } from '../../../rest/route.ts'
import { sitePath } from '../sites.paths.ts'
import { AuthBackend } from './auth.model.ts'
import { getPublishingAuth, regeneratePublishingAuth, updatePublishingAuth } from './auth.service.ts'

const RestPublishingAuth = z
  .object({
    object: z.literal('publishing-auth'),
    backend: AuthBackend,
    privateKey: z.string().meta({ description: 'The key that signs the tokens of visitors (HS256).' }),
    fallbackURL: z.string().optional(),
  })
  .meta({ id: 'SitePublishingAuth' })

const toRestPublishingAuth = async (
  row: SitePublishingAuth,
  { caller }: View,
): Promise<z.input<typeof RestPublishingAuth>> => ({
  object: 'publishing-auth',
  backend: AuthBackend.parse(row.backend),
  privateKey: await caller.openSecret('site:auth:read', row.sealedKey),
  fallbackURL: row.fallbackURL ?? undefined,
})

const one = { response: RestPublishingAuth, present: toRestPublishingAuth }
const path = `${sitePath}/publishing/auth`

export const authRoutes = [
  route('GET', path, getPublishingAuth, { ...one, summary: 'Get how visitors of a site are authenticated' }),
  route('PATCH', path, updatePublishingAuth, {
    ...one,
    summary: 'Update how visitors of a site are authenticated',
  }),
  route('POST', `${path}/regenerate`, regeneratePublishingAuth, {
    ...one,
    summary: 'Replace the key that signs the tokens of visitors',
  }),
]
