import { z } from 'zod'
import { route, silentRoute } from '../../../rest/route.ts'
import { listProviders } from '../providers/list-providers.ts'
import { joinOrganizationByDomain } from './join-organization-by-domain.ts'

export const joiningRoutes = [
  silentRoute('POST', '/orgs/:organizationId/join', joinOrganizationByDomain, {
    summary: 'Join an organization that lists the domain of your e-mail address',
  }),
  route('GET', '/orgs/:organizationId/sso', listProviders, {
    summary: 'List the OpenID providers with which members can sign in',
    response: z
      .object({ items: z.array(z.object({ id: z.string(), label: z.string(), startURL: z.string() })) })
      .meta({ id: 'SignInProviders' }),
    present: (providers, { urls }) => ({
      items: providers.map(({ name, title }) => ({
        id: name,
        label: title,
        startURL: urls.app('/sign-in'),
      })),
    }),
  }),
]
