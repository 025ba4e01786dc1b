import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { OrganizationType, requiredOrganization } from '../organizations/index.ts'
import {
  reachOfTranslation,
  type TranslationRow,
  translationById,
  translationUrl,
} from './translations.loaders.ts'
import { LanguageCode, languages } from './translations.model.ts'
import { translationPermissions } from './translations.policy.ts'
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from './translations.service.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    TranslationSettings: TranslationRow
  }
}

export const LanguageEnum = graphqlEnum(
  'LanguageCode',
  LanguageCode,
  'A language of translation settings.',
  Object.fromEntries(Object.entries(languages).map(([code, name]) => [code, `${name}.`])) as Record<
    LanguageCode,
    string
  >,
)

const TranslationType = builder.prismaNode('TranslationSettings', {
  description:
    'The languages that content of an organization is translated to. Nothing is translated by a machine.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'The name.' }),
    languages: t.field({
      type: [LanguageEnum],
      description: 'The languages.',
      resolve: (row) => row.languages.map((code) => LanguageCode.parse(code)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the resource was last updated.',
    }),
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: (row, _args, { urls }) => translationUrl(urls, row),
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that owns the resource.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
  }),
})

builder.objectField(TranslationType, 'permissions', (t) =>
  t.field({
    type: permissionsType('TranslationSettingsPermissions', translationPermissions),
    description: 'What you are allowed to do with the resource.',
    resolve: (row) => translationPermissions.of(reachOfTranslation(row)),
  }),
)

connection(OrganizationType, 'translations', listTranslations, {
  type: connectionType('TranslationSettings', TranslationType),
  description: 'The translation settings of the organization, oldest first. Guests see none.',
})

const omit = ['organizationId']
queryField('translation', getTranslation, {
  type: TranslationType,
  description: 'Translation settings.',
  rename: { translationSettingsId: 'id' },
  omit,
})

const translation = {
  type: TranslationType,
  description: 'The translation settings.',
  from: (row: TranslationRow) => row,
}
mutation('createTranslation', createTranslation, {
  description: 'Creates translation settings.',
  payload: { translation },
})
mutation('updateTranslation', updateTranslation, {
  description: 'Changes translation settings. Omitted languages do not change.',
  omit,
  payload: { translation },
})
mutation('deleteTranslation', deleteTranslation, {
  description: 'Deletes translation settings. Succeeds if they were deleted before.',
  omit,
  payload: deletedPayload(),
})

eventSubject({
  name: 'translation',
  within: 'organization',
  what: 'the translation settings',
  type: TranslationType,
  loader: translationById,
})
