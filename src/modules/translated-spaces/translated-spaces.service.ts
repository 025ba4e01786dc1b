import { requireScope } from '../../core/access/viewer.ts'
import { notFound } from '../../core/errors.ts'
import { NoFilters } from '../../core/lists/page.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import {
  pagesOfTranslation,
  translatedSpaceById,
  translatedSpacesOfOrganization,
} from './translated-spaces.loaders.ts'
import {
  ListTranslatedPages,
  ListTranslatedPagesFilters,
  ListTranslatedSpaces,
} from './translated-spaces.model.ts'

/** The translations that the caller sees with their sources. */
export const listTranslatedSpaces = listOperation({
  id: 'translatedSpaces.list',
  input: ListTranslatedSpaces,
  filters: NoFilters,
  scope: 'space:read',
  parent: (ctx, { organizationId }) => {
    requireScope(ctx.viewer, 'organization:read')
    return getOrganizationRow(ctx.reads, organizationId)
  },
  list: () => translatedSpacesOfOrganization,
})

/** The pages that a translation is to have, with what became of them. */
export const listTranslatedPages = listOperation({
  id: 'translatedSpaces.listPages',
  input: ListTranslatedPages,
  filters: ListTranslatedPagesFilters,
  scope: 'space:read',
  parent: async (ctx, { organizationId, spaceId }) => {
    const space = await getSpaceRow(ctx.reads, spaceId)
    const translation = await ctx.reads.load(translatedSpaceById, spaceId)
    if (!translation || space.organizationId !== organizationId) throw notFound('This translation')
    return translation
  },
  list: () => pagesOfTranslation,
})
