import type { ByteCache } from '../../../core/byte-cache.ts'
import { type PlacedPage, pathOf } from '../../revisions/index.ts'
import {
  excerptOf,
  type FoundInSpaces,
  findExcerpts,
  findInSpaces,
  findNearWords,
  looksForSomething,
} from '../../search/index.ts'
import type { SearchAnswer, SearchResult } from '../../site-rendering/index.ts'
import type { SiteSpaceRow } from '../../sites/index.ts'
import { Addresses } from '../pages/addresses.ts'
import { sectionTitleOf } from '../pages/frame.ts'
import { SpacePages } from '../pages/space-pages.ts'
import type { Reader, SiteVisit } from '../reading/visits.ts'
import { evaluatedSections } from './evaluated-sections.ts'
import { type Passage, passagesIn, storedPassages } from './passages.ts'

/** The most results, and the most that are read, in steps, to find those that the reader sees. */
const MAX_RESULTS = 20
const MAX_READ = 60
/** The most words that are suggested where nothing is found. Each is looked for. */
const MAX_NEAR = 2

/** Which site spaces are searched: one variant of each section, some, or all. */
export type SearchScope =
  | {
      mode: 'default'
      current: SiteSpaceRow | null
      restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces'
    }
  | { mode: 'specific'; siteSpaceIds: readonly string[] }
  | { mode: 'all' }

/** A page that a reader has found. */
export interface SiteHit {
  found: FoundInSpaces
  row: SiteSpaceRow
  page: PlacedPage
  passages: Passage[]
}

/** The site spaces of a scope, as far as the reader sees them. */
function siteSpacesFor({ shown }: Reader, scope: SearchScope): readonly SiteSpaceRow[] {
  if (scope.mode === 'all') return shown.siteSpaces
  if (scope.mode === 'specific') {
    const ids = new Set(scope.siteSpaceIds)
    return shown.siteSpaces.filter(({ id }) => ids.has(id))
  }
  const { current, restrictTo } = scope
  const byParent = new Map<string, SiteSpaceRow>()
  for (const row of shown.siteSpaces) {
    const before = byParent.get(row.parentId)
    if (!before || precedence(row, current) > precedence(before, current)) byParent.set(row.parentId, row)
  }
  const rows = [...byParent.values()]
  if (restrictTo === undefined) return rows
  return rows.filter(({ id }) => (id === current?.id) === (restrictTo === 'currentSiteSpace'))
}

/** Which variant of a section is searched: the current one, one in its language, the default one. */
function precedence(row: SiteSpaceRow, current: SiteSpaceRow | null): number {
  if (row.id === current?.id) return 4
  const isInLanguage = current !== null && row.space.language === current.space.language
  return (isInLanguage ? 2 : 0) + (row.isDefault ? 1 : 0)
}

/** The pages of a site that match a query and that the reader sees, best first. */
export async function searchSite(
  visit: Reader,
  query: string,
  scope: SearchScope,
  { cache, most = MAX_RESULTS }: { cache?: ByteCache; most?: number } = {},
): Promise<SiteHit[]> {
  if (!looksForSomething(query)) return []
  const rows = siteSpacesFor(visit, scope)
  const found = await findInSpaces(visit.ctx.db, spacesOf(rows), query, MAX_READ)
  const hits: SiteHit[] = []
  for (let at = 0; at < found.length && hits.length < most; at += most) {
    const next = await hitsOf(visit, rows, found.slice(at, at + most), cache)
    hits.push(...next.filter((hit) => hit !== null))
  }
  return hits.slice(0, most)
}

const spacesOf = (rows: readonly SiteSpaceRow[]): string[] => [...new Set(rows.map(({ spaceId }) => spaceId))]

/** Words near that of a query without results, as far as the reader finds a page with them. */
export async function nearWords(visit: Reader, query: string, scope: SearchScope): Promise<string[]> {
  const rows = siteSpacesFor(visit, scope)
  const near = await findNearWords(visit.ctx.db, spacesOf(rows), query, MAX_NEAR)
  const found = await Promise.all(
    near.map(async (word) => (await searchSite(visit, word, scope, { most: 1 })).length > 0),
  )
  return near.filter((_, at) => found[at])
}

/** Results with what the reader sees of their texts. Pages that the reader does not see are null. */
async function hitsOf(
  visit: Reader,
  rows: readonly SiteSpaceRow[],
  found: readonly FoundInSpaces[],
  cache: ByteCache | undefined,
): Promise<(SiteHit | null)[]> {
  const excerpts = await findExcerpts(visit.ctx.db, found)
  const hits: (SiteHit | null)[] = found.map(() => null)
  for (const row of rows) {
    const own = found.flatMap((each, at) => (each.spaceId === row.spaceId && !hits[at] ? [{ each, at }] : []))
    if (own.length === 0) continue
    const pages = new SpacePages(visit, row)
    const placed = await placedOf(
      pages,
      own.map(({ each }) => each.pageId),
    )
    const visible = own.flatMap(({ each, at }) => {
      const page = placed.get(each.pageId)
      return page ? [{ each, at, page, kept: excerpts[at] ?? [] }] : []
    })
    const evaluated = await evaluatedSections(
      visit,
      pages,
      visible.flatMap(({ each, page }) => (each.isAsWritten ? [] : [page])),
      cache,
    )
    for (const { each, at, page, kept } of visible) {
      const sections = evaluated.get(page.id)
      const passages = sections ? passagesIn(sections, page, each, kept) : storedPassages(kept)
      // Words that the reader does not see must not be found.
      if (passages) hits[at] = { found: each, row, page, passages }
    }
  }
  return hits
}

/** Pages by id, computed ones included. */
async function placedOf(pages: SpacePages, ids: readonly string[]): Promise<Map<string, PlacedPage>> {
  const found = new Map(await pages.byId(ids))
  for (const id of ids.filter((each) => !found.has(each))) {
    const page = await pages.computed(id)
    if (page) found.set(id, page)
  }
  return found
}

/** Results as pages of the site show them. */
export function answerOf(
  visit: SiteVisit,
  query: string,
  hits: readonly SiteHit[],
  near: readonly string[],
): SearchAnswer {
  const addresses = new Addresses(visit)
  const meant = [...new Set(hits.flatMap(({ found }) => found.meant ?? []))]
  return {
    results: hits.map(({ row, page, passages }): SearchResult => {
      const path = pathOf(page)
      return {
        title: page.page.title,
        titleParts: markedParts(excerptOf(page.page.title, query, meant)),
        href: addresses.page(row, path),
        path: [...sectionTitleOf(visit, row), ...page.above.map((each) => each.page.title).reverse()],
        passages: passages.map(({ anchor, title, parts }) => ({
          ...(anchor === null ? {} : { href: addresses.page(row, path, anchor) }),
          ...(title === null ? {} : { title }),
          parts: markedParts(parts),
        })),
      }
    }),
    suggestions: [...meant, ...near].slice(0, 5),
  }
}

const markedParts = (pieces: ReturnType<typeof excerptOf>) =>
  pieces.map(({ text, isMatch }) => ({ text, marked: isMatch }))
