import { ParsedPages, type Section } from '../../documents/index.ts'
import { type PlacedPage, pathOf } from '../../revisions/index.ts'
import {
  excerptOf,
  type FoundPage,
  findExcerpts,
  findInSpaces,
  looksForSomething,
} from '../../search/index.ts'
import type { SiteSpaceRow } from '../../sites/index.ts'
import { Addresses } from '../pages/addresses.ts'
import { sectionTitleOf } from '../pages/frame.ts'
import { SpacePages } from '../pages/space-pages.ts'
import { bodyOf, textsOf } from '../pages/texts.ts'
import type { Reader, SiteVisit } from '../reading/visits.ts'
import type { SearchAnswer, SearchResult } from '../rendering/views.ts'

/** The most results, and the most that are read to find those that the reader sees. */
const MAX_RESULTS = 20
const MAX_READ = 60
const MAX_PASSAGES = 3

/** Which site spaces are searched: one variant of each section, some, or all. */
type SearchScope =
  | { mode: 'default'; current: SiteSpaceRow | null }
  | { mode: 'specific'; siteSpaceIds: readonly string[] }
  | { mode: 'all' }

/** A page that a reader has found. */
export interface SiteHit {
  found: FoundPage
  row: SiteSpaceRow
  page: PlacedPage
  passages: { anchor: string | null; title: string | null; parts: { text: string; isMatch: boolean }[] }[]
}

/** The site spaces of a scope, as far as the reader sees them. */
function siteSpacesFor({ shown }: Reader, scope: SearchScope): readonly SiteSpaceRow[] {
  if (scope.mode === 'all') return shown.siteSpaces
  if (scope.mode === 'specific') {
    const ids = new Set(scope.siteSpaceIds)
    return shown.siteSpaces.filter(({ id }) => ids.has(id))
  }
  const byParent = new Map<string, SiteSpaceRow>()
  for (const row of shown.siteSpaces) {
    const isCurrent = row.id === scope.current?.id
    const isNew = !byParent.has(row.parentId)
    if (isNew || isCurrent || (row.isDefault && byParent.get(row.parentId)?.id !== scope.current?.id)) {
      byParent.set(row.parentId, row)
    }
  }
  return [...byParent.values()]
}

/** The pages of a site that match a query and that the reader sees, best first. */
export async function searchSite(visit: Reader, query: string, scope: SearchScope): Promise<SiteHit[]> {
  if (!looksForSomething(query)) return []
  const rows = siteSpacesFor(visit, scope)
  const { db } = visit.ctx
  const found = await findInSpaces(db, [...new Set(rows.map(({ spaceId }) => spaceId))], query, MAX_READ)
  const hits = await hitsOf(visit, rows, found)
  return hits.filter((hit) => hit !== null).slice(0, MAX_RESULTS)
}

/** Results with what the reader sees of their texts. Pages that the reader does not see are null. */
async function hitsOf(
  visit: Reader,
  rows: readonly SiteSpaceRow[],
  found: readonly FoundPage[],
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
      return page ? [{ each, at, page }] : []
    })
    const texts = await textsOf(
      visit,
      pages,
      visible.map(({ page }) => page),
    )
    const sources = await sourcesOf(
      pages,
      visible.map(({ page }) => page),
    )
    // The index has all of a text. Where nothing was evaluated, everyone sees all of it.
    const isWhole = (index: number) =>
      visible[index]?.page.page.computedSeed !== undefined || texts[index] === bodyOf(sources[index] ?? '')
    const parsed = ParsedPages.for(visit.known.site.organizationId)
    await parsed.readAhead(texts.filter((_, index) => !isWhole(index)))
    for (const [index, { each, at, page }] of visible.entries()) {
      const passages = isWhole(index)
        ? storedPassages(excerpts[at] ?? [])
        : passagesIn(parsed.of(texts[index] ?? '').sections, page, each)
      // Words that the reader does not see must not be found.
      if (passages) hits[at] = { found: each, row, page, passages }
    }
  }
  return hits
}

const storedPassages = (excerpts: Awaited<ReturnType<typeof findExcerpts>>[number]): SiteHit['passages'] =>
  excerpts.slice(0, MAX_PASSAGES).map(({ anchor, heading, excerpt }) => ({
    anchor,
    title: heading,
    parts: excerpt,
  }))

/** The sections of an evaluated text that match. Null if neither the text nor the title does. */
function passagesIn(
  sections: readonly Section[],
  { page }: PlacedPage,
  { query, meant }: FoundPage,
): SiteHit['passages'] | null {
  const isFound = (pieces: ReturnType<typeof excerptOf>) => pieces.some(({ isMatch }) => isMatch)
  const passages = sections.flatMap(({ heading, text }) => {
    const parts = excerptOf(text, query, meant ?? [])
    return isFound(parts) ? [{ anchor: heading?.anchor ?? null, title: heading?.title ?? null, parts }] : []
  })
  if (passages.length > 0) return passages.slice(0, MAX_PASSAGES)
  const names = [
    page.title,
    page.description ?? '',
    ...sections.flatMap(({ heading }) => heading?.title ?? []),
  ]
  return isFound(excerptOf(names.join(' '), query, meant ?? [])) ? [] : null
}

async function sourcesOf({ snapshot }: SpacePages, pages: readonly PlacedPage[]): Promise<string[]> {
  const texts = await snapshot.documents([...new Set(pages.flatMap(({ page }) => page.document ?? []))])
  return pages.map(({ page }) => texts.get(page.document ?? '') ?? '')
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
export function answerOf(visit: SiteVisit, hits: readonly SiteHit[]): SearchAnswer {
  const addresses = new Addresses(visit)
  const meant = [...new Set(hits.flatMap(({ found }) => found.meant ?? []))]
  return {
    results: hits.map(({ row, page, passages }): SearchResult => {
      const path = pathOf(page)
      return {
        title: page.page.title,
        href: addresses.page(row, path),
        path: [...sectionTitleOf(visit, row), ...page.above.map((each) => each.page.title).reverse()],
        passages: passages.map(({ anchor, title, parts }) => ({
          ...(anchor === null ? {} : { href: addresses.page(row, path, anchor) }),
          ...(title === null ? {} : { title }),
          parts: parts.map(({ text, isMatch }) => ({ text, marked: isMatch })),
        })),
      }
    }),
    suggestions: meant.slice(0, 5),
  }
}
