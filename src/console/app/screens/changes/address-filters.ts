import type { Parameters } from '../../parameters.ts'

/** What the statuses of the address mean. Without one, those that somebody still works on. */
const STATUSES = {
  open: ['DRAFT', 'OPEN'],
  merged: ['MERGED'],
  archived: ['ARCHIVED'],
  all: ['ALL'],
} as const

export type StatusFilter = keyof typeof STATUSES
export const statusFilters = Object.keys(STATUSES) as StatusFilter[]

/** The filters by a person, which are the names of the arguments in the API. */
export const personFilters = ['creator', 'requestedReviewer', 'contributor'] as const
export type PersonFilter = (typeof personFilters)[number]

/** What the list is filtered by, as it is in the address. */
export type Filters = Partial<Record<PersonFilter, string>> & {
  status?: StatusFilter
  search?: string
}

const MAX_SEARCH = 200

/** Reads the filters of an address. What is no filter is left out: addresses are also typed by hand. */
export function filtersOf(parameters: Parameters): Filters {
  const status = statusFilters.find((one) => one === parameters.status)
  // A number in the address is read as one.
  const search = String(parameters.search ?? '').slice(0, MAX_SEARCH)
  const people = personFilters.flatMap((filter) => {
    const id = parameters[filter]
    return typeof id === 'string' && id !== '' ? [[filter, id] as const] : []
  })
  return {
    ...(status && status !== 'open' && { status }),
    ...(search && { search }),
    ...Object.fromEntries(people),
  }
}

/** The filters as variables of the documents. */
export const variablesOf = ({ status = 'open', search, ...people }: Filters) => ({
  status: STATUSES[status],
  search: search ?? null,
  creator: people.creator ?? null,
  contributor: people.contributor ?? null,
  requestedReviewer: people.requestedReviewer ?? null,
})
