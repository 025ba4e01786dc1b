import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { anyOf } from '../../core/lists/filters.ts'

const organizationId = idField('Organization', 'The ID of the organization.')

/** What a page of a translation is, compared with the page that it translates. */
export const TranslatedPageState = z.enum(['missing', 'untranslated', 'outdated', 'translated'])
export type TranslatedPageState = z.output<typeof TranslatedPageState>

export const ListTranslatedSpaces = z.object({ organizationId })

export const ListTranslatedPagesFilters = z.object({
  state: anyOf(TranslatedPageState).optional().meta({ description: 'Only pages in these states.' }),
})
export type TranslatedPagesFilters = z.output<typeof ListTranslatedPagesFilters>
export const ListTranslatedPages = ListTranslatedPagesFilters.extend({
  organizationId,
  spaceId: idField('Space', 'The ID of the space that is a translation.'),
})
