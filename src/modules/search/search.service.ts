import { listOperation } from '../../core/operations/operation.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import { foundInOrganization, foundInSpace } from './search.lists.ts'
import { SearchFilters, SearchOrganization, SearchSpace } from './search.model.ts'

export const searchOrganization = listOperation({
  id: 'search.organization',
  input: SearchOrganization,
  filters: SearchFilters,
  scope: 'organization:search',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: () => foundInOrganization,
})

export const searchSpace = listOperation({
  id: 'search.space',
  input: SearchSpace,
  filters: SearchFilters,
  scope: 'space:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  list: () => foundInSpace,
})
