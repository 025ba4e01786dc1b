import type { BatchDefinition, LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { PageRow } from '../content/index.ts'
import { type Content, contentOfSpace } from '../content/index.ts'
import { ParsedPages } from '../documents/index.ts'
import { diffRevisions } from '../revisions/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import { brokenContexts } from './broken-context.ts'
import { byPage, type LinkChanges, linkChanges } from './changes.ts'
import type { BrokenContext } from './links.model.ts'
import { findLinksOf, findLinksTo, type LinkRow } from './rows.ts'

/** A link in the content that it was read from. Without content, it is in current main content. */
export type LinkInContent = LinkRow & {
  content: Content | null
  /** For a broken link of a change request: whether it is broken in main content too. */
  brokenIn: BrokenContext | null
}

export const contentOfLink = async (
  reads: RequestLoaders,
  { content, spaceId }: LinkInContent,
): Promise<Content> => content ?? contentOfSpace(reads, await getSpaceRow(reads, spaceId))

/** The links of main content are in a table. Those of other revisions are computed from the differences. */
export const isMain = ({ changeRequest, byRevision }: Content): boolean => !changeRequest && !byRevision

/** How the links of some content differ from those of main content. */
export async function changesIn(
  reads: RequestLoaders,
  content: Content,
  only?: ReadonlySet<string>,
): Promise<LinkChanges> {
  const { spaceId, snapshot, revision } = content
  const space = await getSpaceRow(reads, spaceId)
  const { organizationId } = space
  const main = await contentOfSpace(reads, space)
  const diff = await diffRevisions(reads.db, main.revision, revision)
  return linkChanges(
    reads.db,
    { spaceId, after: snapshot, diff, parsedPages: ParsedPages.for(organizationId) },
    only,
  )
}

/** Groups keys by content, for batches. */
function byContent<Key extends { content: Content }>(keys: readonly Key[]): [Content, Key[]][] {
  const groups = new Map<string, [Content, Key[]]>()
  for (const key of keys) {
    const group = groups.get(key.content.id)
    if (group) group[1].push(key)
    else groups.set(key.content.id, [key.content, [key]])
  }
  return [...groups.values()]
}

const rowKey = ({ pageId, ordinal }: LinkRow): string => `${pageId}/${ordinal}`

const inOrder = (one: LinkRow, other: LinkRow): number =>
  one.pageId === other.pageId ? one.ordinal - other.ordinal : one.pageId < other.pageId ? -1 : 1

/** The rows of main content with these changes applied. */
function changed(rows: readonly LinkRow[], { replaced, fresh, settled }: LinkChanges): LinkRow[] {
  const settledRows = new Map(settled.map((row) => [rowKey(row), row]))
  const kept = rows.filter(({ pageId }) => !replaced.has(pageId))
  const keys = new Set(kept.map(rowKey))
  return [
    ...kept.map((row) => settledRows.get(rowKey(row)) ?? row),
    ...settled.filter((row) => !keys.has(rowKey(row))),
    ...fresh,
  ].sort(inOrder)
}

/** All links of a page. */
export const linksOfPage: LoaderDefinition<PageRow, LinkInContent[]> = {
  name: 'linksOfPage',
  scope: 'space:read',
  cacheKey: ({ content, pageId }) => `${content.id}/${pageId}`,
  batch: async (reads, pages) => {
    const stored = byPage(
      await findLinksOf(
        reads.db,
        pages.map(({ content: { spaceId }, pageId }) => ({ spaceId, pageId })),
      ),
    )
    const found = new Map<PageRow, LinkInContent[]>()
    for (const [content, group] of byContent(pages)) {
      const changes = isMain(content)
        ? null
        : await changesIn(reads, content, new Set(group.map(({ pageId }) => pageId)))
      for (const page of group) {
        const rows = (stored.get(page.pageId) ?? []).filter(({ spaceId }) => spaceId === content.spaceId)
        const all = (changes ? changed(rows, changes) : rows).filter(({ pageId }) => pageId === page.pageId)
        const contexts = content.changeRequest ? brokenContexts(all, rows) : []
        found.set(
          page,
          all.map((row, index) => ({ ...row, content, brokenIn: contexts[index] ?? null })),
        )
      }
    }
    return pages.map((page) => found.get(page) ?? [])
  },
}

/** A page or a file that can be the target of links. */
export interface LinkTarget {
  content: Content
  targetId: string
}

/** All links to a page or a file: those of main content, with differences applied. */
export const linksToTarget: BatchDefinition<LinkTarget, LinkInContent[]> = {
  name: 'linksToTarget',
  cacheKey: ({ content, targetId }) => `${content.id}/${targetId}`,
  batch: async (reads, targets) => {
    const found = new Map<LinkTarget, LinkInContent[]>()
    for (const [content, group] of byContent(targets)) {
      const ids = group.map(({ targetId }) => targetId)
      const rows = await findLinksTo(reads.db, content.spaceId, ids)
      const all = isMain(content) ? rows : changed(rows, await changesIn(reads, content))
      for (const target of group) {
        const own = all.filter(({ targetId }) => targetId === target.targetId)
        found.set(
          target,
          own.map((row) => ({ ...row, content, brokenIn: null })),
        )
      }
    }
    return targets.map((target) => found.get(target) ?? [])
  },
}

export interface LinkStats {
  total: number
  broken: number
  /** The links that have a target in main content, or that do not exist there. */
  brokenByChangeRequest: number
}

export const NO_LINKS: LinkStats = { total: 0, broken: 0, brokenByChangeRequest: 0 }

export const statsOf = (rows: readonly (LinkRow & { brokenIn?: BrokenContext | null })[]): LinkStats => ({
  total: rows.length,
  broken: rows.filter(({ status }) => status === 'broken').length,
  brokenByChangeRequest: rows.filter(({ brokenIn }) => brokenIn === 'change-request').length,
})

const STATS = statement<Pick<LinkStats, 'total' | 'broken'> & { ord: number }>({
  name: 'linkStats',
  text: `SELECT k.ord::int, c.total, c.broken FROM unnest($1::text[]) WITH ORDINALITY AS k(space, ord)
    CROSS JOIN LATERAL (SELECT count(*)::int AS total, count(*) FILTER (WHERE l."status" = 'broken')::int AS broken
      FROM "Link" l WHERE l."spaceId" = k.space) c`,
})

/** The number of links in the main content of a space. Access to the space was already checked. */
export const statsOfSpace: LoaderDefinition<string, LinkStats> = {
  name: STATS.name,
  scope: 'space:read',
  batch: async (reads, spaceIds) => {
    const rows = await reads.db.query(STATS, [spaceIds])
    const found: (LinkStats | null)[] = spaceIds.map(() => null)
    for (const { ord, total, broken } of rows) found[ord - 1] = { ...NO_LINKS, total, broken }
    return found
  },
}
