import { notFound } from '../../../core/errors.ts'
import type { Context, OpenContext } from '../../../core/operations/context.ts'
import { openOperation } from '../../../core/operations/operation.ts'
import { type Customizations, customizationsOf } from '../customization/customization.loaders.ts'
import { type SiteRow, siteById } from '../sites.loaders.ts'
import { type Structure, structureOf } from '../structure/structure.loaders.ts'
import { admit, type Credentials, findVisited, type VisitedSite } from './admission.ts'
import { GetPublishedSite } from './published.model.ts'
import { type SiteScript, scriptsOf } from './site-scripts.ts'
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

const WHAT = 'This site'

/** The site for a user who can see it as a member of its organization. */
const findAsMember = (user: Context | null, siteId: string): Promise<SiteRow | null> =>
  user === null ? Promise.resolve(null) : user.reads.load(siteById, siteId)

/** A published site for any caller. A user who is not a member of the organization is a visitor. */
export async function publishedSiteFor(
  ctx: OpenContext,
  siteId: string,
  credentials: Credentials,
): Promise<PublishedSite> {
  const [visited, own, looks, scripts] = await Promise.all([
    findVisited(ctx, siteId, credentials.shareKey),
    findAsMember(ctx.user, siteId),
    customizationsOf(ctx, siteId),
    scriptsOf(ctx.db, siteId),
  ])
  if (!visited) throw notFound(WHAT)
  const shareKey = visited.shareLinkId === null ? undefined : credentials.shareKey
  if (own && ctx.user) {
    const structure = await structureOf(ctx.user.reads, own)
    return { audience: 'member', site: own, structure, shareKey, scripts, customizations: looks }
  }
  const visitor = await admit(ctx, visited, credentials).catch((error) => {
    // Only a caller without any identity can do something about a missing key.
    throw ctx.user ? notFound(WHAT) : error
  })
  const structure = await visibleStructure(ctx, visited, visitor)
  const shown = new Set(siteSpaceIdsIn(structure))
  const customizations = await visibleCustomizations(looks, {
    visited,
    visitor,
    isShown: (id) => shown.has(id),
  })
  return { audience: 'visitor', site: visited, structure, shareKey, scripts, customizations }
}

export const getPublishedSite = openOperation({
  id: 'publishedSite.get',
  input: GetPublishedSite,
  scope: 'site:read',
  read: async (ctx, { organizationId, siteId, shareKey, jwtToken }) => {
    const published = await publishedSiteFor(ctx, siteId, {
      shareKey,
      token: jwtToken ?? ctx.visitorToken,
    })
    if (organizationId !== undefined && published.site.organizationId !== organizationId) throw notFound(WHAT)
    return published
  },
})
