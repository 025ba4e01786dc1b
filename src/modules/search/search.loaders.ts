import { setImmediate as nextTurn } from 'node:timers/promises'
import { notFound } from '../../core/errors.ts'
import type { BatchDefinition, ListAsk, RequestLoaders } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { type Content, contentOfSpace, findPage } from '../content/index.ts'
import { type PlacedPage, pathOf } from '../revisions/index.ts'
import { spaceById } from '../spaces/index.ts'
import { excerptOf, type Piece } from './excerpt.ts'
import { parseQuery } from './query.ts'
import { type FoundPage, type FoundSpace, foundInSpace } from './search.lists.ts'
import { PAGES_PER_SPACE, SECTIONS_PER_PAGE, type SearchFilters } from './search.model.ts'

/** A page in search results, with its current main content. */
export interface PageHit {
  found: FoundPage
  content: Content
  placed: PlacedPage
}

/** A section that matches the query. */
export interface SectionHit {
  hit: PageHit
  /** The anchor of the heading. Null for text before the first heading. */
  anchor: string | null
  title: string
  excerpt: Piece[]
}

/** Results with their ancestors, in a constant number of statements. Deleted pages are left out. */
async function hitsOf(reads: RequestLoaders, rows: readonly FoundPage[]): Promise<PageHit[]> {
  const hits = await Promise.all(
    rows.map(async (found): Promise<PageHit | null> => {
      const space = await reads.load(spaceById, found.spaceId)
      if (!space) return null
      const content = await contentOfSpace(reads, space)
      const row = await findPage(reads, content, found.pageId)
      return row && { found, content, placed: { id: row.pageId, page: row.page, above: row.above } }
    }),
  )
  return hits.filter((hit) => hit !== null)
}

/** A single result. */
async function hitOf(reads: RequestLoaders, found: FoundPage): Promise<PageHit> {
  const [hit] = await hitsOf(reads, [found])
  if (!hit) throw notFound('This page')
  return hit
}

const asks = {}

/** The best pages of the spaces in search results, for all spaces in one statement. */
async function bestPagesOf(reads: RequestLoaders, space: FoundSpace): Promise<PageHit[]> {
  // One call for all spaces, because this is how they are batched.
  const known = reads.notes<string, ListAsk<SearchFilters>>(asks)
  const ask = known.get(space.query) ?? {
    filters: { query: space.query },
    request: { limit: PAGES_PER_SPACE, backward: false },
  }
  known.set(space.query, ask)
  return hitsOf(reads, (await reads.list(foundInSpace, space, ask)).rows)
}

/** Excerpts of longer sections are taken from the beginning. */
const MAX_BODY = 20_000

const SECTIONS = statement<SectionRow>({
  name: 'searchSections',
  text: `SELECT k.ord::int, s.* FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(space, page, ord)
    CROSS JOIN LATERAL (
      SELECT d."anchor", d."heading", left(d."body", ${MAX_BODY}) AS "body" FROM "SearchSection" d
      WHERE d."spaceId" = k.space AND d."pageId" = k.page AND d."words" @@ $3::tsquery
      ORDER BY ts_rank_cd('{0.1, 0.3, 0.6, 1}', d."words", $3::tsquery) DESC, d."ordinal"
      LIMIT ${SECTIONS_PER_PAGE}
    ) s ORDER BY k.ord`,
})

interface SectionRow {
  ord: number
  anchor: string | null
  heading: string | null
  body: string
}

/**
 * The number of pages whose sections one statement reads, and whose excerpts are computed before other requests are
 * served.
 */
const PAGES_PER_STATEMENT = 100
const PAGES_PER_TURN = 20

/** A section that matches, as the index has kept it. */
export type Excerpt = Omit<SectionHit, 'hit' | 'title'> & { heading: string | null }

/** Sections are long and their excerpts short, so only the sections of one statement are kept in memory. */
const excerptsOf: BatchDefinition<FoundPage, Excerpt[]> = {
  name: 'searchExcerpts',
  cacheKey: ({ spaceId, pageId, query }) => `${spaceId}/${pageId}/${query}`,
  batch: ({ db }, keys) => findExcerpts(db, keys),
}

/** The sections of pages that match, best first, for any caller who can see the pages. */
export async function findExcerpts(db: Queryable, keys: readonly FoundPage[]): Promise<Excerpt[][]> {
  const found: Excerpt[][] = keys.map(() => [])
  for (const places of placesByQuery(keys)) {
    const { query = '', meant } = keys[places[0] ?? -1] ?? {}
    const words = meant ?? []
    const any = [parseQuery(query).any, ...words.map((word) => `'${word}'`)].join(' | ')
    for (let first = 0; first < places.length; first += PAGES_PER_STATEMENT) {
      const part = places.slice(first, first + PAGES_PER_STATEMENT)
      const rows = await db.query(SECTIONS, [
        part.map((index) => keys[index]?.spaceId),
        part.map((index) => keys[index]?.pageId),
        any,
      ])
      for (const [at, { ord, anchor, heading, body }] of rows.entries()) {
        if (at % (PAGES_PER_TURN * SECTIONS_PER_PAGE) === PAGES_PER_TURN * SECTIONS_PER_PAGE - 1)
          await nextTurn()
        found[part[ord - 1] ?? -1]?.push({ anchor, heading, excerpt: excerptOf(body, query, words) })
      }
    }
  }
  return found
}

/** One request can contain several searches, each with its own statements. Those with corrected words are apart. */
function placesByQuery(keys: readonly FoundPage[]): number[][] {
  const places = new Map<string, number[]>()
  for (const [index, { query, meant }] of keys.entries()) {
    const key = JSON.stringify([query, meant])
    const known = places.get(key)
    if (known) known.push(index)
    else places.set(key, [index])
  }
  return [...places.values()]
}

/** The sections of a page that match the query, best first. */
async function sectionsOfHit(reads: RequestLoaders, hit: PageHit): Promise<SectionHit[]> {
  const sections = (await reads.load(excerptsOf, hit.found)) ?? []
  return sections.map(({ anchor, heading, excerpt }) => ({
    hit,
    anchor,
    title: heading ?? hit.placed.page.title,
    excerpt,
  }))
}

export const pathOfSection = ({ anchor, hit }: SectionHit): string =>
  anchor === null ? pathOf(hit.placed) : `${pathOf(hit.placed)}#${anchor}`

export const bodyOf = ({ excerpt }: SectionHit): string => excerpt.map(({ text }) => text).join('')

// For API layers. A result requires the scope of the search. The page and the space of a result have scopes of their
// own.
export const pageHit = readOf(null, hitOf)
export const pageHits = readOf(null, hitsOf)
export const bestPages = readOf(null, bestPagesOf)
export const hitSections = readOf(null, sectionsOfHit)
