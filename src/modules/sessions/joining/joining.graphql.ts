import { builder } from '../../../graphql/builder.ts'
import { mutation, nestedField } from '../../../graphql/field.ts'
import { OrganizationType } from '../../organizations/index.ts'
import { listProviders, type OfferedProvider } from '../providers/list-providers.ts'
import { joinOrganizationByDomain } from './join-organization-by-domain.ts'

mutation('joinOrganizationByDomain', joinOrganizationByDomain, {
  description:
    'Joins an organization that lists the domain of your e-mail address, which must be confirmed, with its default role.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The organization that you joined.',
      from: (organization) => organization,
    },
  },
})

const ProviderType = builder.objectRef<OfferedProvider>('SignInProvider').implement({
  description: 'An OpenID provider with which people sign in.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in the settings of the server.' }),
    title: t.exposeString('title', { description: 'What people read on the sign-in page.' }),
    startURL: t.field({
      type: 'URL',
      description: 'Where a sign-in with it begins.',
      resolve: (_provider, _args, { urls }) => urls.app('/sign-in'),
    }),
  }),
})

nestedField(OrganizationType, 'signInProviders', listProviders, {
  type: [ProviderType],
  nullable: true,
  description: 'The OpenID providers with which members can sign in. Null if you are not one of them.',
  given: ({ id }) => ({ organizationId: id }),
  givenNames: ['organizationId'],
})
