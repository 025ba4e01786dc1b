import type { PlacedPage } from '../../revisions/index.ts'
import { isIndexed } from '../pages/page-head.ts'
import type { SpacePages } from '../pages/space-pages.ts'
import type { SiteVisit } from '../reading/visits.ts'

/** An address for programs, which have no page that it could be relative to. */
export const absoluteUrl = (origin: string, path: string): string => `${origin}${path}`

/**
 * The pages of a site space that search engines can list, in the order of the table of contents. Only the pages of one
 * level are in memory.
 */
export async function* listedPages(visit: SiteVisit, pages: SpacePages): AsyncGenerator<PlacedPage> {
  yield* below(visit, pages, null)
}

async function* below(
  visit: SiteVisit,
  pages: SpacePages,
  parent: PlacedPage | null,
): AsyncGenerator<PlacedPage> {
  const listed = await pages.listedBelow(parent)
  const branches = await pages.withChildren(listed)
  const parents = listed.filter(({ id }) => branches.has(id))
  // The next two levels at once, so that the number of statements does not follow the number of branches.
  await pages.readBelow(parents)
  await pages.withChildren((await Promise.all(parents.map((page) => pages.listedBelow(page)))).flat())
  for (const page of listed) {
    if (page.page.type === 'document' && isShownToMachines(visit, page, pages)) yield page
    if (branches.has(page.id)) yield* below(visit, pages, page)
  }
}

/** On sites that are not public, machines read what their reader sees. */
const isShownToMachines = (visit: SiteVisit, page: PlacedPage, { row }: SpacePages): boolean =>
  visit.known.site.visibility === 'public' && !visit.hasSecret
    ? isIndexed(visit, page, row)
    : !page.page.noIndex && !page.page.noRobotsIndex
