import { requireScope } from '../../../core/access/viewer.ts'
import { notFound } from '../../../core/errors.ts'
import type { OpenContext } from '../../../core/operations/context.ts'
import { openOperation } from '../../../core/operations/operation.ts'
import {
  activeKey,
  audienceOf,
  type Credentials,
  claimsOf,
  findVisited,
  type VisitedSite,
} from '../../site-visitors/index.ts'
import { siteSpaceById } from '../../sites/index.ts'
import { admittedReader } from '../headless/admitted-reader.ts'
import { readSite } from '../reading/known-site.ts'
import { shownSite } from '../reading/shown-site.ts'
import type { Reader } from '../reading/visits.ts'
import { SearchPublishedSite, scopeOf } from './search.model.ts'
import { type SearchScope, type SiteHit, searchSite } from './searching.ts'

/** The results of a search on a site. */
export interface SiteSearch {
  site: VisitedSite
  shareKey: string | undefined
  hits: SiteHit[]
}

const WHAT = 'This site'

/** What a caller sees of a site: a member what their role allows, a visitor what the site shows them. */
async function readerOf(
  ctx: OpenContext,
  siteId: string,
  credentials: Credentials,
): Promise<{ reader: Reader; shareKey: string | undefined }> {
  if (ctx.reader) {
    const reader = await admittedReader(ctx.db, ctx.reader)
    if (reader.known.site.id !== siteId) throw notFound(WHAT)
    return { reader, shareKey: undefined }
  }
  const visited = await findVisited(ctx, siteId, credentials)
  if (!visited) throw notFound(WHAT)
  const audience = await audienceOf(ctx, visited, credentials)
  const shareKey = activeKey(visited, credentials)
  const known = await readSite(ctx.db, visited.site)
  if (audience.audience === 'visitor') {
    const claims = claimsOf(audience.site, audience.visitor)
    const shown = await shownSite(known, audience.visitor, claims, '')
    return { reader: { ctx, known, claims, shown }, shareKey }
  }
  requireScope(audience.user.viewer, 'space:read')
  const ids = known.structure.siteSpaces.map(({ id }) => id)
  const own = await audience.user.reads.loadMany(siteSpaceById, ids)
  const siteSpaces = own.filter((row) => row !== null)
  return { reader: { ctx, known, claims: {}, shown: { siteSpaces }, seesAll: true }, shareKey }
}

export const searchPublishedSite = openOperation({
  id: 'publishedSite.search',
  forReaders: true,
  input: SearchPublishedSite,
  scope: 'site:read',
  read: async (ctx, input): Promise<SiteSearch> => {
    const { organizationId, siteId, query, shareKey, jwtToken } = input
    const credentials = { shareKey, token: jwtToken ?? ctx.visitorToken }
    const { reader, shareKey: key } = await readerOf(ctx, siteId, credentials)
    const { site } = reader.known
    if (organizationId !== undefined && site.organizationId !== organizationId) throw notFound(WHAT)
    const within = withinOf(reader, scopeOf(input))
    return { site, shareKey: key, hits: await searchSite(reader, query, within) }
  },
})

/** The scope as far as the caller sees it: a site space that they do not see is none. */
function withinOf({ shown }: Reader, scope: ReturnType<typeof scopeOf>): SearchScope {
  const { mode, siteSpaceIds = [], currentSiteSpace, restrictTo } = scope
  if (mode === 'specific') return { mode, siteSpaceIds }
  if (mode === 'all') return { mode }
  const current = shown.siteSpaces.find(({ id }) => id === currentSiteSpace) ?? null
  return { mode, current, ...(restrictTo === undefined ? {} : { restrictTo }) }
}
