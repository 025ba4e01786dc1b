import { notFound } from '../../core/errors.ts'
import type { Context, OpenContext } from '../../core/operations/context.ts'
import { openOperation } from '../../core/operations/operation.ts'
import type { Visitor } from '../site-addresses/index.ts'
import {
  type Customizations,
  customizationsOf,
  type SiteRow,
  type Structure,
  siteById,
  structureOf,
} from '../sites/index.ts'
import { admit, type Credentials, findVisited, type Visited, type VisitedSite } from './admission.ts'
import { GetPublishedSite } from './published.model.ts'
import { siteOfReader } from './reader-token.ts'
import { type PlacedScript, type SiteScript, scriptsOf } from './site-scripts.ts'
import { visibleCustomizations } from './visible-customization.ts'
import { type ShownStructure, siteSpaceIdsIn, visibleStructure } from './visible-structure.ts'

/** A published site as a caller sees it: all of it for members, what they can see for visitors. */
export type PublishedSite = {
  shareKey?: string | undefined
  customizations: Customizations
  scripts: readonly SiteScript[]
} & (
  | { audience: 'member'; site: SiteRow; structure: Structure }
  | { audience: 'visitor'; site: VisitedSite; structure: ShownStructure }
)

export const placedScripts = ({ scripts, site }: PublishedSite): PlacedScript[] =>
  scripts.map((script) => ({ ...script, site }))

const WHAT = 'This site'

/** A caller whom a site admits: as a member of its organization, or as a visitor. */
export type Audience =
  | { audience: 'member'; site: SiteRow; user: Context }
  | { audience: 'visitor'; site: VisitedSite; visitor: Visitor }

/** The site for a user who can see it as a member of its organization. */
const findAsMember = (user: Context | null, siteId: string): Promise<SiteRow | null> =>
  user === null ? Promise.resolve(null) : user.reads.load(siteById, siteId)

/** Decides as whom a caller sees a site. A user who is not a member, or who opens a preview, is a visitor. */
export async function audienceOf(
  ctx: OpenContext,
  visited: Visited,
  credentials: Credentials,
  own: Promise<SiteRow | null> = findAsMember(ctx.user, visited.site.id),
): Promise<Audience> {
  const site = await own
  if (site && ctx.user && !visited.preview) return { audience: 'member', site, user: ctx.user }
  const visitor = await admit(ctx, visited, credentials).catch((error) => {
    // Only a caller without any identity can do something about a missing key.
    throw ctx.user ? notFound(WHAT) : error
  })
  return { audience: 'visitor', site: visited.site, visitor }
}

/** The key of a share link, if it is active: addresses then contain it. */
export const activeKey = ({ site }: Visited, { shareKey }: Credentials): string | undefined =>
  site.shareLinkId === null ? undefined : shareKey

interface Seeing {
  as: Audience
  shareKey?: string | undefined
}

/** As whom a caller sees a site: the reader whose token was sent, or the caller whom the credentials identify. */
async function seeing(ctx: OpenContext, siteId: string, credentials: Credentials): Promise<Seeing> {
  if (ctx.reader) {
    if (ctx.reader.siteId !== siteId) throw notFound(WHAT)
    return { as: { audience: 'visitor', ...(await siteOfReader(ctx.db, ctx.reader)) } }
  }
  const own = findAsMember(ctx.user, siteId)
  const [visited] = await Promise.all([findVisited(ctx, siteId, credentials), own])
  if (!visited) throw notFound(WHAT)
  return {
    as: await audienceOf(ctx, visited, credentials, own),
    shareKey: activeKey(visited, credentials),
  }
}

/** A published site for any caller. */
async function publishedSiteFor(
  ctx: OpenContext,
  siteId: string,
  credentials: Credentials,
): Promise<PublishedSite> {
  const [{ as, shareKey }, looks, scripts] = await Promise.all([
    seeing(ctx, siteId, credentials),
    customizationsOf(ctx, siteId),
    scriptsOf(ctx.db, siteId),
  ])
  if (as.audience === 'member') {
    const structure = await structureOf(as.user.reads, as.site)
    return { audience: 'member', site: as.site, structure, shareKey, scripts, customizations: looks }
  }
  const { site, visitor } = as
  const structure = await visibleStructure(ctx, site, visitor)
  const shown = new Set(siteSpaceIdsIn(structure))
  const customizations = await visibleCustomizations(looks, {
    visited: site,
    visitor,
    isShown: (id) => shown.has(id),
  })
  return { audience: 'visitor', site, structure, shareKey, scripts, customizations }
}

export const getPublishedSite = openOperation({
  id: 'publishedSite.get',
  forReaders: true,
  input: GetPublishedSite,
  scope: 'site:read',
  read: async (ctx, { organizationId, siteId, shareKey, jwtToken, preview }) => {
    const published = await publishedSiteFor(ctx, siteId, {
      shareKey,
      token: jwtToken ?? ctx.visitorToken,
      preview,
    })
    if (organizationId !== undefined && published.site.organizationId !== organizationId) throw notFound(WHAT)
    return published
  },
})
