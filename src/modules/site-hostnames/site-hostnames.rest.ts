import { z } from 'zod'
import { route, silentRoute } from '../../rest/route.ts'
import { type HostnameCheck, HostnameState, RecordType } from './site-hostnames.model.ts'
import { checkHostname, checkSiteHostname, checkSiteProxy } from './site-hostnames.service.ts'

const RestCheck = z
  .object({
    object: z.literal('hostname-check'),
    hostname: z.string(),
    state: HostnameState,
    records: z.array(z.object({ type: RecordType, value: z.string() })),
    target: z.string().meta({ description: 'The host of this server, which the hostname is to lead to.' }),
    status: z.int().optional().meta({ description: 'The HTTP status of the answer, if there was one.' }),
    message: z.string(),
  })
  .meta({ id: 'HostnameCheck' })

const toRestCheck = ({ status, ...check }: HostnameCheck): z.input<typeof RestCheck> => ({
  object: 'hostname-check',
  ...check,
  status: status ?? undefined,
})

export const routes = [
  route('POST', '/orgs/:organizationId/sites/:siteId/hostname-check', checkSiteHostname, {
    summary: 'Check whether the hostname of a site leads to this server',
    response: RestCheck,
    present: toRestCheck,
  }),
  silentRoute('PATCH', '/custom-hostnames/:hostname', checkHostname, {
    summary:
      'Check again whether the hostname of a site leads to this server. `hostname-check` of the site says what was found',
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/proxy-check', checkSiteProxy, {
    summary: 'Check whether the proxy of a site leads to this server, and what it passes',
    response: RestCheck,
    present: toRestCheck,
  }),
]
