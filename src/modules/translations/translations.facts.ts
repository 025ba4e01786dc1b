import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: { TranslationSettings: 'trs', GlossaryEntry: 'gle' },
  events: {
    'translation.created': { audience: 'members', description: 'Translation settings were created.' },
    'translation.updated': { audience: 'members', description: 'Translation settings were changed.' },
    'translation.deleted': { audience: 'members', description: 'Translation settings were deleted.' },
    'glossary_entry.created': { audience: 'members', description: 'A term was added to the glossary.' },
    'glossary_entry.updated': { audience: 'members', description: 'A term of the glossary was changed.' },
    'glossary_entry.deleted': { audience: 'members', description: 'A term was deleted from the glossary.' },
  },
  labels: {
    TranslationSettings: {
      scope: 'organization:read',
      select:
        'SELECT "id", "organizationId", "title" AS "label" FROM "TranslationSettings" WHERE "id" = ANY($1)',
    },
    GlossaryEntry: {
      scope: 'organization:read',
      select: `SELECT "id", "organizationId",
        coalesce((SELECT min(term.value) FROM jsonb_each_text("translations") term), '') AS "label" FROM "GlossaryEntry" WHERE "id" = ANY($1)`,
    },
  },
  references: { translation: 'TranslationSettings' },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    translations: typeof facts
  }
}
