import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { change, inOrganization, read, write } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    translationSettingsId: string
    glossaryEntryId: string
  }
}

export const access: ModuleAccess = {
  build: async ({ db, clock }, { organizationId }) => {
    const at = { createdAt: clock.now(), updatedAt: clock.now() }
    const { id } = await db.database.prisma.translationSettings.create({
      data: { id: newId('TranslationSettings'), organizationId, title: 'European', ...at },
    })
    const entry = { id: newId('GlossaryEntry'), organizationId, translations: { en: 'merge' }, ...at }
    const { id: glossaryEntryId } = await db.database.prisma.glossaryEntry.create({ data: entry })
    return { translationSettingsId: id, glossaryEntryId }
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
    'glossary.list': { graphql: inOrganization('glossary { nodes { __typename } }') },
    'glossary.get': { graphql: ({ glossaryEntryId: id }) => read({ id }, 'glossaryEntry(id: $id) { id }') },
    'glossary.update': {
      body: () => ({ operations: [{ type: 'insert', translations: { en: 'page' } }] }),
      graphql: ({ organizationId }) =>
        write('updateGlossary', {
          organizationId,
          operations: [{ insert: { translations: { en: 'page' } } }],
        }),
    },
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
    'organization.view': ['translations.list', 'glossary.list'],
    'organization.createContent': ['translations.create', 'glossary.update'],
  },
}
