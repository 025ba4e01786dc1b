import { requireScope } from '../../../core/access/viewer.ts'
import { DomainError, notFound } from '../../../core/errors.ts'
import type { OpenContext } from '../../../core/operations/context.ts'
import { openOperation } from '../../../core/operations/operation.ts'
import { findPagesAt, findPagesById } from '../../content/index.ts'
import type { PlacedPage } from '../../revisions/index.ts'
import { hostingOf, parseAddress, type Visitor } from '../../site-addresses/index.ts'
import type { SiteSpaceRow } from '../../sites/index.ts'
import { conditionsMetBy } from '../../sites/index.ts'
import { admit, type Credentials, findVisitedAt, type Visited } from '../admission.ts'
import { type Candidate, candidatesFor, isComplete, siteSpacesAt } from '../candidates.ts'
import { type Audience, activeKey, audienceOf } from '../published.service.ts'
import { signReader } from '../reader-token.ts'
import { externalTarget, type FoundRedirect, redirectAt } from '../redirects/redirects.loaders.ts'
import { claimsOf, firstSiteSpace, visibleStructure } from '../visible-structure.ts'
import { ResolvePublishedUrl } from './resolving.model.ts'
import { type At, type PublishedPlace, segmentsOfPlace } from './resolving.urls.ts'

/** What an address leads to, and whether nothing that is appended to it can mean another site space. */
type FoundPlace = PublishedPlace & { complete: boolean }

/** The same, with a token that reads the site as its reader; null where the site admits no reader. */
export type ReadablePlace = FoundPlace & { apiToken: string | null }

/** What an address leads to: a place, another place, or another address. */
export type Resolved =
  | ({ kind: 'content' } & ReadablePlace)
  | ({ kind: 'redirect' } & PublishedPlace)
  | { kind: 'elsewhere'; url: string; siteId: string }

type Redirected = Exclude<Resolved, { kind: 'content' }>

const nothing = () => notFound('A published page at this address')

export const resolvePublishedUrl = openOperation({
  id: 'publishedUrl.resolve',
  input: ResolvePublishedUrl,
  scope: 'site:read',
  read: async (ctx, { url, shareKey, redirectOnError, visitor, visitorAuthToken }): Promise<Resolved> => {
    const address = parseAddress(url, hostingOf(ctx.tools.settings))
    if (!address) throw nothing()
    const credentials: Credentials = {
      shareKey: shareKey ?? address.shareKey,
      token: visitor?.jwtToken ?? visitorAuthToken ?? ctx.visitorToken,
      unsignedClaims: visitor?.unsignedClaims,
      preview: address.preview,
    }
    const visited = await findVisitedAt(ctx, address, credentials)
    if (!visited) throw nothing()
    const signIn = redirectOnError && signInOf(visited)
    const audience = await audienceOf(ctx, visited, credentials).catch((error: unknown) => {
      if (signIn && error instanceof DomainError) return null
      throw error
    })
    if (!audience) return { kind: 'elsewhere', url: signIn as string, siteId: visited.site.id }
    if (audience.audience === 'member') requireScope(audience.user.viewer, 'space:read')
    const at = { site: audience.site, shareKey: activeKey(visited, credentials) }
    const resolved = await resolve(ctx, audience, at, address.segments.slice(visited.taken))
    if (resolved.kind !== 'content') return resolved
    const reader = await readerOf(ctx, visited, audience, credentials)
    return { ...resolved, apiToken: reader && (await signReader(ctx, visited, reader, credentials)) }
  },
})

/** Who a token for the content reads as: the visitor. A member reads as a visitor with the same credentials. */
const readerOf = async (
  ctx: OpenContext,
  visited: Visited,
  audience: Audience,
  credentials: Credentials,
): Promise<Visitor | null> =>
  audience.audience === 'visitor'
    ? audience.visitor
    : admit(ctx, visited, credentials).catch((error: unknown) => {
        if (error instanceof DomainError) return null
        throw error
      })

/** Where visitors of a site sign in. */
const signInOf = ({ site }: Visited) => (site.visibility === 'visitor-auth' ? site.fallbackURL : null)

/** A redirect comes before content, so that a path that is in use can be redirected as well. */
async function resolve(
  ctx: OpenContext,
  audience: Audience,
  at: At,
  path: readonly string[],
): Promise<Redirected | ({ kind: 'content' } & FoundPlace)> {
  const [redirect, candidates] = await Promise.all([
    path.length === 0 ? null : redirectAt(ctx.db, at.site.id, path),
    candidatesFor(ctx, audience, path),
  ])
  const destination = redirect && (await destinationFor(ctx, audience, at, redirect, path))
  if (destination) return destination
  const found = await contentAt(ctx, audience, candidates)
  if (found) {
    const { candidate, page } = found
    const place = { ...at, row: candidate.row, page, ...(page ? {} : { rest: candidate.rest }) }
    return { kind: 'content', ...place, complete: await isComplete(ctx, audience, candidate) }
  }
  const first = path.length === 0 ? await firstFor(ctx, audience) : null
  if (first) return { kind: 'redirect', ...at, row: first, page: null }
  throw nothing()
}

/** The first of the candidates that has what is left of the path, or the most specific one where none has. */
async function contentAt(
  ctx: OpenContext,
  audience: Audience,
  candidates: readonly Candidate[],
): Promise<{ candidate: Candidate; page: PlacedPage | null } | null> {
  const [direct] = candidates
  if (!direct) return null
  if (direct.rest.length === 0) return { candidate: direct, page: null }
  const pages = await visiblePages(
    audience,
    await findPagesAt(
      ctx.db,
      candidates.map(({ row, rest }) => ({ space: row.space, path: rest.join('/') })),
    ),
  )
  const index = pages.findIndex((page) => page !== null)
  return { candidate: candidates[index] ?? direct, page: pages[index] ?? null }
}

/** Pages whose conditions, and those of the pages above them, a visitor meets. Members see all. */
async function visiblePages(
  audience: Audience,
  pages: readonly (PlacedPage | null)[],
): Promise<(PlacedPage | null)[]> {
  if (audience.audience === 'member') return [...pages]
  const conditionsOf = ({ page, above }: PlacedPage) =>
    [page, ...above.map((each) => each.page)].flatMap(({ condition }) => condition ?? [])
  const all = pages.flatMap((page) => (page ? conditionsOf(page) : []))
  const met = await conditionsMetBy(all, claimsOf(audience.site, audience.visitor))
  return pages.map((page) => (page && conditionsOf(page).every((each) => met.has(each)) ? page : null))
}

/** Where a redirect leads. Null if the caller does not see that, or it leads to the same path. */
export async function destinationFor(
  ctx: Pick<OpenContext, 'db'>,
  audience: Audience,
  at: At,
  { row: { url, sectionId, siteSpaceId, pageId }, captured }: FoundRedirect,
  path: readonly string[],
): Promise<Redirected | null> {
  if (url !== null) return { kind: 'elsewhere', url: externalTarget(url, captured), siteId: at.site.id }
  const shown = await siteSpacesAt(ctx, audience, { sectionId, siteSpaceId })
  const row = shown.find(({ isDefault }) => isDefault) ?? shown[0]
  if (!row) return null
  const [page] =
    pageId === null
      ? [null]
      : await visiblePages(audience, await findPagesById(ctx.db, [{ space: row.space, pageId }]))
  if (page === undefined || (page === null && pageId !== null)) return null
  const place = { ...at, row, page, captured }
  return segmentsOfPlace(place).join('/') === path.join('/') ? null : { kind: 'redirect', ...place }
}

/** What a visitor sees first of a site whose default is hidden. */
const firstFor = async (ctx: OpenContext, audience: Audience): Promise<SiteSpaceRow | null> =>
  audience.audience === 'visitor'
    ? firstSiteSpace(await visibleStructure(ctx, audience.site, audience.visitor))
    : null
