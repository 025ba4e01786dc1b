import { type PlacedPage, pathOf } from '../../revisions/index.ts'
import type { ShownLink } from '../../site-rendering/index.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { Addresses } from './addresses.ts'
import { firstText, lastText, SEARCHED } from './nearest-text.ts'
import type { SpacePages } from './space-pages.ts'

/** The pages before and after a page, in the order of the table of contents. */
export async function neighboursOf(
  visit: SiteVisit,
  pages: SpacePages,
  page: PlacedPage,
  firstId: string | null,
): Promise<{ previous?: ShownLink; next?: ShownLink }> {
  if (page.page.hidden) return {}
  const addresses = new Addresses(visit)
  const linkTo = (placed: PlacedPage): ShownLink => ({
    title: placed.page.title,
    href: addresses.page(pages.row, placed.id === firstId ? '' : pathOf(placed)),
  })
  const [previous, next] = [await pageBefore(pages, page), await pageAfter(pages, page)]
  return { ...(previous ? { previous: linkTo(previous) } : {}), ...(next ? { next: linkTo(next) } : {}) }
}

const parentOf = ({ above }: PlacedPage): PlacedPage | null => {
  const [parent] = above
  return parent ? { ...parent, above: above.slice(1) } : null
}

/** A page and the pages above it, the nearest first: the parent of each, and the pages next to it. */
async function levelsOf(pages: SpacePages, page: PlacedPage) {
  const levels = []
  let at: PlacedPage | null = page
  while (at && levels.length < SEARCHED.levels) {
    const { id } = at
    const parent = parentOf(at)
    const siblings = await pages.listedBelow(parent)
    levels.push({ parent, siblings, index: siblings.findIndex((sibling) => sibling.id === id) })
    at = parent
  }
  return levels
}

async function pageAfter(pages: SpacePages, page: PlacedPage): Promise<PlacedPage | null> {
  const inside = await pages.listedBelow(page)
  const later = (await levelsOf(pages, page)).flatMap(({ siblings, index }) => siblings.slice(index + 1))
  return firstText([...inside, ...later], pages.listedBelowEach)
}

async function pageBefore(pages: SpacePages, page: PlacedPage): Promise<PlacedPage | null> {
  const levels = await levelsOf(pages, page)
  const parents = new Set(levels.flatMap(({ parent }) => parent?.id ?? []))
  const earlier = levels
    .reverse()
    .flatMap(({ parent, siblings, index }) => [
      ...(parent ? [parent] : []),
      ...siblings.slice(0, Math.max(0, index)),
    ])
  // What is below a page above this one is among the pages already, or after this one.
  return lastText(earlier, (among) => pages.listedBelowEach(among.filter(({ id }) => !parents.has(id))))
}
