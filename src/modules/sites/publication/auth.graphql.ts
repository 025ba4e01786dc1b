import type { SitePublishingAuth } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { mutation, nestedField } from '../../../graphql/field.ts'
import { SiteType } from '../sites.graphql.ts'
import { AuthBackend } from './auth.model.ts'
import { getPublishingAuth, regeneratePublishingAuth, updatePublishingAuth } from './auth.service.ts'

const BackendEnum = graphqlEnum('SiteAuthBackend', AuthBackend, 'What signs the tokens of visitors.', {
  custom: 'A server of your own.',
  integration: 'An integration.',
})

const AuthType = builder.objectRef<SitePublishingAuth>('SitePublishingAuth').implement({
  description: 'How visitors of a site are authenticated.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    backend: t.field({
      type: BackendEnum,
      description: 'What signs the tokens of visitors.',
      resolve: ({ backend }) => AuthBackend.parse(backend),
    }),
    privateKey: t.string({
      description: 'The key that signs the tokens of visitors (HS256).',
      resolve: ({ sealedKey }, _args, { caller }) => caller.openSecret('site:auth:read', sealedKey),
    }),
    fallbackURL: t.expose('fallbackURL', {
      type: 'URL',
      nullable: true,
      description: 'Where visitors without a valid token are sent to sign in.',
    }),
  }),
})

nestedField(SiteType, 'publishingAuth', getPublishingAuth, {
  type: AuthType,
  description: 'How visitors of the site are authenticated. Requires the role admin.',
  given: ({ id }) => ({ siteId: id }),
  givenNames: ['siteId', 'organizationId'],
})

const payload = {
  publishingAuth: {
    type: AuthType,
    description: 'How visitors are authenticated.',
    from: (row: SitePublishingAuth) => row,
  },
}
const omit = ['organizationId']

mutation('updateSitePublishingAuth', updatePublishingAuth, {
  description: 'Changes how visitors of a site are authenticated. Omitted fields do not change.',
  omit,
  payload,
})
mutation('regenerateSitePublishingAuth', regeneratePublishingAuth, {
  description:
    'Replaces the key that signs the tokens of visitors. Tokens signed with the former key are rejected.',
  omit,
  payload,
})
