import { NoFilters } from '../../../core/lists/page.ts'
import { listOperation } from '../../../core/operations/operation.ts'
import { sectionsOfGroup, siteSpacesOfSection } from './lists.ts'
import { getInSite, groupById, sectionById } from './structure.loaders.ts'
import { GetGroup, GetSection } from './structure.model.ts'

export const listSectionSiteSpaces = listOperation({
  id: 'siteSpaces.listInSection',
  input: GetSection,
  filters: NoFilters,
  scope: 'site:read',
  parent: async (ctx, { siteSectionId, ...at }) =>
    (await getInSite(ctx.reads, sectionById, at, siteSectionId, 'This section')).row,
  list: () => siteSpacesOfSection,
})

export const listGroupSections = listOperation({
  id: 'siteSections.listInGroup',
  input: GetGroup,
  filters: NoFilters,
  scope: 'site:read',
  parent: async (ctx, { siteSectionGroupId, ...at }) =>
    (await getInSite(ctx.reads, groupById, at, siteSectionGroupId, 'This section group')).row,
  list: () => sectionsOfGroup,
})
