import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { looksForSomething } from './query.ts'

const MAX_QUERY = 512
/** The number of pages per space in a search over an organization. */
export const PAGES_PER_SPACE = 10
/** The number of sections per page. */
export const SECTIONS_PER_PAGE = 5

export const SearchFilters = z.object({
  query: z
    .string()
    .max(MAX_QUERY)
    .refine(looksForSomething, 'must have at least one word to search for')
    .meta({
      description:
        'The search query. All words must occur; "phrases" are in quotes, and a word with a leading - must not occur. The last word may be incomplete.',
    }),
})
export type SearchFilters = z.output<typeof SearchFilters>

export const SearchOrganization = SearchFilters.extend({
  organizationId: idField('Organization', 'The ID of the organization.'),
})
export const SearchSpace = SearchFilters.extend({ spaceId: idField('Space', 'The ID of the space.') })
