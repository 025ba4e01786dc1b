import { bindCursor } from '../../../core/lists/cursor.ts'
import type { ComputedList } from '../../../core/lists/definitions.ts'
import { embeddedList } from '../../../core/operations/operation.ts'
import type { GroupRow, SectionRow, SiteSpaceRow } from './rows.ts'
import { getStructure } from './sorting.service.ts'
import { type Structure, siteSpacesIn } from './structure.loaders.ts'

export type TopRow = SectionRow | GroupRow

const byPosition = [
  { type: 'text' as const, value: ({ orderKey }: { orderKey: string }) => orderKey },
  { type: 'text' as const, value: ({ id }: { id: string }) => id },
]

const topItems: ComputedList<Structure, TopRow> = {
  name: 'siteStructureItems',
  all: {
    name: 'siteStructureItems',
    batch: async (_reads, structures) =>
      structures.map(({ top }) => top.map((item) => ('group' in item ? item.group : item.section))),
    cacheKey: ({ site }) => site.id,
  },
  sort: byPosition,
  cursor: ({ site }) => bindCursor('siteStructureItems', site.id, ''),
}

const ownSiteSpaces: ComputedList<Structure, SiteSpaceRow> = {
  name: 'siteStructureSpaces',
  all: {
    name: 'siteStructureSpaces',
    batch: (reads, structures) =>
      Promise.all(structures.map(async ({ site }) => (await reads.load(siteSpacesIn, site.id)) ?? [])),
    cacheKey: ({ site }) => site.id,
  },
  sort: byPosition,
  cursor: ({ site }) => bindCursor('siteStructureSpaces', site.id, ''),
}

/** What REST embeds in the structure of a site, and GraphQL pages. */
export const listTopItems = embeddedList(getStructure, topItems)
export const listOwnSiteSpaces = embeddedList(getStructure, ownSiteSpaces)
