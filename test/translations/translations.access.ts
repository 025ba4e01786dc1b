import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { change, inOrganization, read } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    translationSettingsId: string
  }
}

export const access: ModuleAccess = {
  build: async ({ db, clock }, { organizationId }) => {
    const at = { createdAt: clock.now(), updatedAt: clock.now() }
    const { id } = await db.database.prisma.translationSettings.create({
      data: { id: newId('TranslationSettings'), organizationId, title: 'European', ...at },
    })
    return { translationSettingsId: id }
  },
  cases: {
    'translations.list': { graphql: inOrganization('translations { nodes { __typename } }') },
    'translations.get': {
      graphql: ({ translationSettingsId: id }) => read({ id }, 'translation(id: $id) { id }'),
    },
    'translations.create': change('createTranslation', ['organizationId'], () => ({ title: 'Asian' })),
    'translations.update': change('updateTranslation', ['translationSettingsId'], () => ({
      title: 'Renamed',
    })),
    'translations.delete': change('deleteTranslation', ['translationSettingsId']),
  },
  targets: {
    translation: {
      type: 'TranslationSettings',
      id: ({ translationSettingsId }) => translationSettingsId,
      path: ({ organizationId, translationSettingsId }) =>
        `/orgs/${organizationId}/translations/${translationSettingsId}`,
      bits: { view: ['translations.get'], edit: ['translations.update', 'translations.delete'] },
    },
  },
  bits: {
    'organization.view': ['translations.list'],
    'organization.createContent': ['translations.create'],
  },
}
