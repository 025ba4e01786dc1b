import { defineList } from '../../core/lists/define-list.ts'
import type { ComputedList, SortColumn } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import type { Space } from '../../generated/prisma/client.ts'
import type { FileInRevision, PageRow } from '../content/index.ts'
import { bindToSpace } from '../content/index.ts'
import { type LinkInContent, type LinkTarget, linksOfPage, linksToTarget } from './links.loaders.ts'
import { type SpaceLinksFilters, storedStatuses } from './links.model.ts'
import { LINK_COLUMNS } from './rows.ts'

export const LINK_SORT: SortColumn<LinkInContent>[] = [
  { sql: 'l."pageId"', type: 'text', value: ({ pageId }) => pageId },
  { sql: 'l."ordinal"', type: 'bigint', value: ({ ordinal }) => String(ordinal) },
]

/** The links of main content, ordered by page. */
export const linksOfSpace = defineList<Space, SpaceLinksFilters, LinkInContent>({
  name: 'links',
  columns: LINK_COLUMNS,
  from: '"Link" l',
  match: 'l."spaceId" = p.key',
  key: ({ id }) => id,
  conditions: ({ status }) => amongst('l."status"', 'text', storedStatuses(status)),
  sort: LINK_SORT,
  order: () => 'asc',
  shape: (row) => ({ ...row, content: null, brokenIn: null }),
})

/** The links of a page, in the order of the text. */
export const linksOfPageList: ComputedList<PageRow, LinkInContent> = {
  name: 'pageLinks',
  all: linksOfPage,
  sort: LINK_SORT,
  cursor: ({ content, pageId }) => bindToSpace('pageLinks', content, pageId),
}

/** The links to a resource, from the index of main content or computed. Both have the same cursors. */
function backlinks<Parent extends object>(name: string, targetOf: (parent: Parent) => LinkTarget) {
  const cursor = (parent: Parent) => {
    const { content, targetId } = targetOf(parent)
    return bindToSpace(name, content, targetId)
  }
  const stored = defineList<Parent, object, LinkInContent>({
    name,
    columns: LINK_COLUMNS,
    from: '"Link" l',
    // Includes links whose anchor does not exist: they still point to the page.
    match: `l."spaceId" = split_part(p.key, '/', 1) AND l."targetId" = split_part(p.key, '/', 2)`,
    key: (parent) => {
      const { content, targetId } = targetOf(parent)
      return `${content.spaceId}/${targetId}`
    },
    cursor,
    sort: LINK_SORT,
    order: () => 'asc',
    shape: (row, parent) => ({ ...row, content: targetOf(parent).content, brokenIn: null }),
  })
  const computed: ComputedList<Parent, LinkInContent> = {
    name,
    all: {
      name,
      cacheKey: (parent) => cacheKeyOf(targetOf(parent)),
      batch: (reads, parents) =>
        Promise.all(parents.map((parent) => reads.load(linksToTarget, targetOf(parent)))),
    },
    sort: LINK_SORT,
    cursor,
  }
  return { stored, computed }
}

const cacheKeyOf = ({ content, targetId }: LinkTarget) => `${content.id}/${targetId}`

export const pageBacklinks = backlinks<PageRow>('pageBacklinks', ({ content, pageId }) => ({
  content,
  targetId: pageId,
}))

export const fileBacklinks = backlinks<FileInRevision>('fileBacklinks', ({ content, fileId }) => ({
  content,
  targetId: fileId,
}))
