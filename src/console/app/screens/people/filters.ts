import type { MemberRoleFilter, MemberSort, SortOrder } from '#console/PeopleScreenQuery.graphql.ts'
import type { Parameters } from '../../parameters.ts'

export const ROLES = ['ADMIN', 'CREATE', 'REVIEW', 'EDIT', 'COMMENT', 'READ', 'GUEST'] as const

/** The sort keys of the address: by name, the newest first, or those who were here last. */
export const SORTS = ['name', 'joined', 'seen'] as const

/** What the list of people is filtered by, as it is in the address. */
export type Filters = {
  search?: string
  role?: (typeof ROLES)[number]
  sort?: (typeof SORTS)[number]
}

const MAX_SEARCH = 200

/** Reads the filters of an address. What is no filter is left out: addresses are also typed by hand. */
export function filtersOf(parameters: Parameters): Filters {
  const search = String(parameters.search ?? '').slice(0, MAX_SEARCH)
  const role = ROLES.find((one) => one === parameters.role)
  const sort = SORTS.find((one) => one === parameters.sort && one !== 'name')
  return { ...(search && { search }), ...(role && { role }), ...(sort && { sort }) }
}

const SORTED: Readonly<Record<(typeof SORTS)[number], { sort: MemberSort; order: SortOrder }>> = {
  name: { sort: 'NAME', order: 'ASC' },
  joined: { sort: 'JOINED_AT', order: 'DESC' },
  seen: { sort: 'LAST_SEEN_AT', order: 'DESC' },
}

/** The filters as variables of the document. */
export const variablesOf = ({ search, role, sort = 'name' }: Filters) => ({
  search: search ?? null,
  role: role ? ([role] as MemberRoleFilter[]) : null,
  ...SORTED[sort],
})
