import type {
  BatchDefinition,
  ListDefinition,
  LoaderDefinition,
  RequestLoaders,
} from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import type { ChangeRequestRow } from '../change-requests/index.ts'
import { type Content, contentOfChangeRequest } from '../content/index.ts'
import { brokenContexts } from './broken-context.ts'
import { LINK_SORT } from './links.lists.ts'
import { changesIn, type LinkInContent, type LinkStats, statsOf, statsOfSpace } from './links.loaders.ts'
import type { ChangeRequestLinksFilters } from './links.model.ts'
import { findLinksOf, LINK_COLUMNS, type LinkRow } from './rows.ts'

/** How the links of a change request differ from those of main content. */
interface ProposedLinks {
  content: Content
  /** Rows of main content that are not the change request's. */
  replaced: LinkRow[]
  /** What it has instead of them, each with since when it leads nowhere. */
  rows: Omit<LinkInContent, 'content'>[]
  /** Pages, and links as `page/ordinal`, whose rows of main content do not count. */
  gone: string[]
}

/** Worked out from what differs: as long as a change request is small, so is this, however large the space. */
const proposedLinks: BatchDefinition<ChangeRequestRow, ProposedLinks> = {
  name: 'proposedLinks',
  cacheKey: ({ id }) => id,
  batch: async (reads, changeRequests) => {
    const found: ProposedLinks[] = []
    // One after the other: each reads texts, and is priced for it.
    for (const each of changeRequests) {
      found.push(await proposedIn(reads, await contentOfChangeRequest(reads, each)))
    }
    return found
  },
}

async function proposedIn(reads: RequestLoaders, content: Content): Promise<ProposedLinks> {
  const { spaceId } = content
  const { replaced, fresh, settled, unsettled } = await changesIn(reads, content)
  const pages = [...replaced].map((pageId) => ({ spaceId, pageId }))
  const ofMain = [...(await findLinksOf(reads.db, pages)), ...unsettled]
  const rows = [...fresh, ...settled]
  const contexts = brokenContexts(rows, ofMain)
  return {
    content,
    replaced: ofMain,
    rows: rows.map((row, index) => ({ ...row, brokenIn: contexts[index] ?? null })),
    gone: [...replaced, ...settled.map(({ pageId, ordinal }) => `${pageId}/${ordinal}`)],
  }
}

/** How many links a change request has, and of those that lead nowhere how many do since it. */
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
 * The links of a change request, page by page: rows of main content without those that differ, and what differs. The
 * key carries what differs; it is taken apart once, and not for each row.
 */
export const linksOfChangeRequest: ListDefinition<
  ChangeRequestRow,
  ChangeRequestLinksFilters,
  LinkInContent
> = {
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
    ...amongst('l."status"', 'text', status),
    ...amongst('l."brokenIn"', 'text', brokenContext),
  ],
  sort: LINK_SORT,
  order: () => 'asc',
  shape: (row, { id }, reads) => ({
    ...row,
    content: reads.notes<string, Content>(contents).get(id) ?? null,
  }),
}
