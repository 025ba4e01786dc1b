import { defineList } from '../../core/lists/define-list.ts'
import type { BatchDefinition, LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { MeteredCache } from '../../platform/observing/metered-cache.ts'
import type { ChangeRequestRow } from '../change-requests/index.ts'
import { type Content, contentOfChangeRequest, contentOfSpace } from '../content/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import { brokenContexts } from './broken-context.ts'
import { LINK_SORT } from './links.lists.ts'
import { changesIn, type LinkInContent, type LinkStats, statsOf, statsOfSpace } from './links.loaders.ts'
import { type ChangeRequestLinksFilters, storedStatuses } from './links.model.ts'
import { findLinksOf, LINK_COLUMNS, type LinkRow } from './rows.ts'

/** How the links of a change request differ from those of main content. */
interface LinkDifferences {
  /** Rows of main content that the change request does not have. */
  replaced: LinkRow[]
  /** The links that replace them, each with where it was broken. */
  rows: Omit<LinkInContent, 'content'>[]
  /** Pages, and links as `page/ordinal`, whose rows of main content are ignored. */
  gone: string[]
}

type ProposedLinks = LinkDifferences & { content: Content }

/** Computed from the differences, so the cost depends on the size of the change request, not of the space. */
const proposedLinks: BatchDefinition<ChangeRequestRow, ProposedLinks> = {
  name: 'proposedLinks',
  cacheKey: ({ id }) => id,
  batch: async (reads, changeRequests) => {
    const found: ProposedLinks[] = []
    // One after the other: each parses texts, which counts towards the cost of the request.
    for (const each of changeRequests) {
      const [space, content] = await Promise.all([
        getSpaceRow(reads, each.spaceId),
        contentOfChangeRequest(reads, each),
      ])
      found.push({ ...(await linksIn(reads, space, content)), content })
    }
    return found
  },
}

async function linksIn(reads: RequestLoaders, space: Space, content: Content): Promise<LinkDifferences> {
  const key = stateOf(space, content)
  const remembered = known.get(key)
  if (remembered) return remembered
  const { revision: main } = await contentOfSpace(reads, space)
  const links = await proposedIn(reads, content)
  // The links of computed pages change with their specs as well.
  if (!main.hasComputed && !content.revision.hasComputed) known.set(key, links)
  return links
}

/** What the links of a change request depend on: both revisions, the repository of the space, and how links are found. */
const stateOf = ({ revisionId, gitSync, indexVersion }: Space, { id, spaceId }: Content): string =>
  JSON.stringify([spaceId, revisionId, id, indexVersion, gitSync])

const LINK_BYTES = 600
/** Revisions do not change, so that the links of most change requests are computed once. */
const known = new MeteredCache<string, LinkDifferences>('change_request_links', {
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ rows, replaced, gone }, key) =>
    [...rows, ...replaced].reduce((sum, { href }) => sum + LINK_BYTES + 2 * href.length, LINK_BYTES) +
    2 * key.length +
    100 * gone.length,
})

async function proposedIn(reads: RequestLoaders, content: Content): Promise<LinkDifferences> {
  const { spaceId } = content
  const { replaced, fresh, settled, unsettled } = await changesIn(reads, content)
  const pages = [...replaced].map((pageId) => ({ spaceId, pageId }))
  const ofMain = [...(await findLinksOf(reads.db, pages)), ...unsettled]
  const rows = [...fresh, ...settled]
  const contexts = brokenContexts(rows, ofMain)
  return {
    replaced: ofMain,
    rows: rows.map((row, index) => ({ ...row, brokenIn: contexts[index] ?? null })),
    gone: [...replaced, ...settled.map(({ pageId, ordinal }) => `${pageId}/${ordinal}`)],
  }
}

/** The number of links of a change request, and of those that it broke. */
export const statsOfChangeRequest: LoaderDefinition<ChangeRequestRow, LinkStats> = {
  name: 'linkStatsOfChangeRequest',
  scope: 'space:read',
  cacheKey: ({ id }) => id,
  batch: (reads, changeRequests) =>
    Promise.all(
      changeRequests.map(async (each) => {
        const main = await reads.load(statsOfSpace, each.spaceId)
        const proposed = await reads.load(proposedLinks, each)
        if (!main || !proposed) return null
        const [gone, come] = [statsOf(proposed.replaced), statsOf(proposed.rows)]
        return {
          total: main.total - gone.total + come.total,
          broken: main.broken - gone.broken + come.broken,
          brokenByChangeRequest: come.brokenByChangeRequest,
        }
      }),
    ),
}

const contents = {}

const RECORD = `AS l("spaceId" text, "pageId" text COLLATE "C", "ordinal" int, "href" text, "relation" text,
  "nodeKey" text, "status" text, "targetKind" text, "targetId" text, "wantedPath" text, "wantedName" text,
  "wantedAnchor" text, "brokenIn" text)`

/**
 * The links of a change request, ordered by page: rows of main content except those that differ, and the
 * differences. The key contains the differences and is parsed once, not for each row.
 */
export const linksOfChangeRequest = defineList<ChangeRequestRow, ChangeRequestLinksFilters, LinkInContent>({
  name: 'changeRequestLinks',
  columns: 'l.*',
  from: `(SELECT p.key::jsonb ->> 'spaceId' AS "spaceId", p.key::jsonb -> 'gone' AS "gone",
      p.key::jsonb -> 'rows' AS "rows" OFFSET 0) d
    CROSS JOIN LATERAL (
      SELECT ${LINK_COLUMNS}, CASE WHEN l."status" = 'broken' THEN 'space' END AS "brokenIn" FROM "Link" l
      WHERE l."spaceId" = d."spaceId" AND NOT jsonb_exists(d."gone", l."pageId")
        AND NOT jsonb_exists(d."gone", l."pageId" || '/' || l."ordinal")
      UNION ALL
      SELECT ${LINK_COLUMNS}, l."brokenIn" FROM jsonb_to_recordset(d."rows") ${RECORD}
    ) l`,
  match: 'TRUE',
  key: ({ id }) => id,
  keys: (reads, changeRequests) =>
    Promise.all(
      changeRequests.map(async (each) => {
        const proposed = await reads.load(proposedLinks, each)
        if (!proposed) return '{}'
        reads.notes<string, Content>(contents).set(each.id, proposed.content)
        const gone = Object.fromEntries(proposed.gone.map((key) => [key, 1]))
        return JSON.stringify({ spaceId: each.spaceId, gone, rows: proposed.rows })
      }),
    ),
  conditions: ({ status, brokenContext }) => [
    ...amongst('l."status"', 'text', storedStatuses(status)),
    ...amongst('l."brokenIn"', 'text', brokenContext),
  ],
  sort: LINK_SORT,
  order: () => 'asc',
  shape: (row, { id }, reads) => ({
    ...row,
    content: reads.notes<string, Content>(contents).get(id) ?? null,
  }),
})
