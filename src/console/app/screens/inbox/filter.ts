import type { Parameters } from '../../parameters.ts'

/** What the address can show, besides everything in the inbox. */
const FILTERS = {
  all: { status: ['UNREAD', 'READ'], kinds: null },
  unread: { status: ['UNREAD'], kinds: null },
  mentions: { status: ['UNREAD', 'READ'], kinds: ['MENTION'] },
  reviews: { status: ['UNREAD', 'READ'], kinds: ['REVIEW_REQUESTED', 'REVIEWED'] },
  done: { status: ['DONE'], kinds: null },
} as const

export type InboxFilter = keyof typeof FILTERS
export const inboxFilters = Object.keys(FILTERS) as InboxFilter[]

/** The filter of an address such as `/app/inbox?show=unread`. */
export const filterOf = ({ show }: Parameters): InboxFilter =>
  inboxFilters.find((filter) => filter === show) ?? 'all'

export const variablesOf = (filter: InboxFilter) => FILTERS[filter]
