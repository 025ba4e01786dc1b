import { isFormerSlug } from '../../../../core/slugs.ts'
import { findAtPaths, type PlacedPage, pathOf } from '../../../revisions/index.ts'
import { candidatesAmong, externalTarget, firstSiteSpace, redirectAt } from '../../../site-visitors/index.ts'
import { type SiteSpaceRow, segmentsOfSiteSpace } from '../../../sites/index.ts'
import type { SiteVisit } from '../../reading/visits.ts'
import { Addresses } from '../addresses.ts'
import { SpacePages } from '../space-pages.ts'
import { formerPlaceAt } from './former-place-at.ts'
import { placesInLowerCase } from './places-in-lower-case.ts'
import { repositoryRedirectAt } from './repository-redirects.ts'

/** A page that a path leads to. */
export interface FoundPage {
  kind: 'page'
  pages: SpacePages
  page: PlacedPage
  /** Whether it is the first page of its site space, whose address is that of the site space. */
  isFirst: boolean
}

/** What a path on a site leads to. */
type Found =
  | FoundPage
  | { kind: 'empty'; row: SiteSpaceRow | null }
  | { kind: 'gone' }
  | { kind: 'moved'; href: string; isPermanent: boolean }

/** A redirect comes before content, so that a path that is in use can be redirected as well. */
export async function resolvePath(visit: SiteVisit, segments: readonly string[]): Promise<Found | null> {
  if (visit.known.hasRedirects && segments.length > 0) {
    const redirect = await redirectOf(visit, segments)
    if (redirect) return redirect
  }
  const candidates = candidatesAmong(visit.shown.siteSpaces, segments)
  const [direct] = candidates
  if (direct?.rest.length === 0) return firstPageOf(new SpacePages(visit, direct.row))
  if (segments.length === 0) {
    const first = firstSiteSpace(visit.shown.structure)
    if (!first) return { kind: 'empty', row: null }
    return { kind: 'moved', href: new Addresses(visit).page(first, ''), isPermanent: false }
  }
  const chains = await findAtPaths(
    visit.ctx.db,
    candidates.map(({ row, rest }) => ({
      spaceId: row.spaceId,
      root: visit.known.contents.get(row.spaceId)?.foldersRoot ?? null,
      path: rest.join('/'),
    })),
  )
  for (const [index, { row, rest }] of candidates.entries()) {
    const found = await pageAlong(visit, row, rest, chains[index] ?? [])
    if (found) return found
  }
  return (
    (await repositoryRedirectAt(visit, candidates)) ??
    (await inLowerCase(visit, segments)) ??
    (await formerPlaceAt(visit, candidates))
  )
}

/** Where the page is whose path was written with capitals. Null if there is none. */
async function inLowerCase(visit: SiteVisit, segments: readonly string[]): Promise<Found | null> {
  const addresses = new Addresses(visit)
  const isPermanent = visit.keeping === 'everyone'
  for (const { row, rest, ids } of await placesInLowerCase(visit, segments)) {
    if (rest.length === 0) return { kind: 'moved', href: addresses.page(row, ''), isPermanent }
    const found = await pageAlong(visit, row, rest, ids)
    if (found?.kind === 'page') {
      return { kind: 'moved', href: addresses.page(row, pathOf(found.page)), isPermanent }
    }
    if (found) return found
  }
  return null
}

async function pageAlong(
  visit: SiteVisit,
  row: SiteSpaceRow,
  rest: readonly string[],
  ids: readonly string[],
): Promise<Found | null> {
  const pages = new SpacePages(visit, row)
  if (ids.length === rest.length) await pages.readBranch(ids)
  const page =
    ids.length === rest.length
      ? await pages.along(ids)
      : ids.length === rest.length - 1
        ? await computedAt(pages, visit, ids, rest.at(-1) ?? '')
        : null
  if (!page) return null
  if (page.page.type === 'group') {
    const first = await pages.first(page)
    return first && { kind: 'moved', href: new Addresses(visit).page(row, pathOf(first)), isPermanent: false }
  }
  if (page.page.type !== 'document') return null
  if (page.page.computedSeed !== undefined && page.page.slug !== rest.at(-1)) {
    return { kind: 'moved', href: new Addresses(visit).page(row, pathOf(page)), isPermanent: true }
  }
  return { kind: 'page', pages, page, isFirst: false }
}

/** A computed page is not stored, and has no pages below it. It is also found by the slug that it had before. */
async function computedAt(
  pages: SpacePages,
  { known }: SiteVisit,
  above: readonly string[],
  slug: string,
): Promise<PlacedPage | null> {
  if (!known.contents.get(pages.row.spaceId)?.hasComputed) return null
  const parent = above.length === 0 ? null : await pages.along(above)
  if (above.length > 0 && !parent) return null
  const below = await pages.below(parent)
  return (
    below.find(({ page }) => page.slug === slug) ??
    below.find(({ page }) => page.computedSeed !== undefined && isFormerSlug(slug, page.title)) ??
    null
  )
}

async function firstPageOf(pages: SpacePages): Promise<Found> {
  await pages.readBranch([])
  const page = await pages.first()
  return page ? { kind: 'page', pages, page, isFirst: true } : { kind: 'empty', row: pages.row }
}

/** Where a redirect of the site leads. Null if the reader does not see that, or it leads to the same path. */
async function redirectOf(visit: SiteVisit, segments: readonly string[]): Promise<Found | null> {
  const { shown, known, ctx } = visit
  const found = await redirectAt(ctx.db, known.site.id, segments)
  if (!found) return null
  const { row: redirect, captured } = found
  // What only some visitors see must not be kept for others by their browsers.
  const isPermanent = redirect.permanent && visit.keeping === 'everyone'
  if (redirect.url !== null)
    return { kind: 'moved', href: externalTarget(redirect.url, captured), isPermanent }
  const rows = shown.siteSpaces.filter(
    ({ id, sectionId }) =>
      id === redirect.siteSpaceId || (redirect.sectionId !== null && sectionId === redirect.sectionId),
  )
  const row = rows.find(({ isDefault }) => isDefault) ?? rows[0]
  if (!row) return null
  const { pageId } = redirect
  const page = pageId === null ? null : (await new SpacePages(visit, row).byId([pageId])).get(pageId)
  if (page === undefined) return null
  const path = [...(page ? pathOf(page).split('/') : []), ...captured]
  const isHere = [...segmentsOfSiteSpace(row), ...path].join('/') === segments.join('/')
  return isHere ? null : { kind: 'moved', href: new Addresses(visit).page(row, path.join('/')), isPermanent }
}
