import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: { TranslationSettings: 'trs' },
  events: {
    'translation.created': { audience: 'members', description: 'Translation settings were created.' },
    'translation.updated': { audience: 'members', description: 'Translation settings were changed.' },
    'translation.deleted': { audience: 'members', description: 'Translation settings were deleted.' },
  },
  labels: {
    TranslationSettings: {
      scope: 'organization:read',
      select:
        'SELECT "id", "organizationId", "title" AS "label" FROM "TranslationSettings" WHERE "id" = ANY($1)',
    },
  },
  references: { translation: 'TranslationSettings' },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    translations: typeof facts
  }
}
