import { z } from 'zod'
import { deletion, route } from '../../../rest/route.ts'
import { getSiteByHostname, removeHostname } from './hostnames.service.ts'

const RestHostname = z
  .object({
    object: z.literal('custom-hostname'),
    hostname: z.string(),
    target: z.object({ type: z.literal('site'), site: z.string() }),
    isActive: z.boolean().meta({ description: 'Whether the site is published.' }),
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'CustomHostname' })

const path = '/custom-hostnames/:hostname'

export const hostnameRoutes = [
  route('GET', path, getSiteByHostname, {
    summary: 'Get the site that has a hostname',
    response: RestHostname,
    present: ({ id, hostname, publishedAt }, { urls }) => ({
      object: 'custom-hostname' as const,
      hostname: hostname ?? '',
      target: { type: 'site' as const, site: id },
      isActive: publishedAt !== null,
      urls: { location: urls.api(`/custom-hostnames/${hostname ?? ''}`) },
    }),
  }),
  deletion(path, removeHostname, { summary: 'Take a hostname off its site' }),
]
