import { DomainError, invalidField } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { SiteHosting } from '../../../core/operations/site-hosting.ts'
import type { SiteRedirect } from '../../../generated/prisma/client.ts'
import { contentOfSpace, findPage } from '../../content/index.ts'
import { pathOf } from '../../revisions/index.ts'
import { spaceById } from '../../spaces/index.ts'
import type { SiteRow } from '../sites.loaders.ts'
import { segment } from '../structure/structure.urls.ts'
import { destinationOf } from './redirects.loaders.ts'
import type { Destination } from './redirects.model.ts'

interface Part {
  path: string
  isDefault: boolean
}
type PlacedSpace = Part & { spaceId: string; section: Part | null }

/** What the addresses on a site are made of. */
interface Parts {
  sections: ReadonlyMap<string, Part>
  siteSpaces: ReadonlyMap<string, PlacedSpace>
}

const isPresent = (id: string | undefined): id is string => id !== undefined

/** The parts that destinations refer to, in two statements. */
async function partsOf(
  ctx: WriteContext,
  siteId: string,
  destinations: readonly Destination[],
): Promise<Parts> {
  const sectionIds = destinations.map(({ siteSection }) => siteSection).filter(isPresent)
  const siteSpaceIds = destinations.map(({ siteSpace }) => siteSpace).filter(isPresent)
  const sections = await ctx.tx.siteSection.findMany({ where: { siteId, id: { in: sectionIds } } })
  const siteSpaces = await ctx.tx.siteSpace.findMany({
    where: { siteId, id: { in: siteSpaceIds } },
    include: { section: true },
  })
  return {
    sections: new Map(sections.map((row) => [row.id, row])),
    siteSpaces: new Map(siteSpaces.map((row) => [row.id, row])),
  }
}

const joined = (segments: readonly string[]) => segments.map((each) => `/${each}`).join('')
const segmentsOf = ({ path, isDefault, section }: PlacedSpace) => [
  ...segment(section?.path ?? null, section?.isDefault ?? null),
  ...segment(path, isDefault),
]

/** The path of a page in its space. Null if it is not there, or the caller cannot see it. */
async function pathOfPage(ctx: WriteContext, spaceId: string, pageId: string): Promise<string | null> {
  const space = await ctx.reads.load(spaceById, spaceId)
  const page = space && (await findPage(ctx.reads, await contentOfSpace(ctx.reads, space), pageId))
  return page ? pathOf(page) : null
}

/** The path on the site that a destination opens, or null if it is elsewhere or gone. */
async function pathTo(
  ctx: WriteContext,
  site: SiteRow,
  { siteSection, siteSpace, page, url }: Destination,
  { sections, siteSpaces }: Parts,
): Promise<string | null> {
  if (url !== undefined) return pathOnSite(ctx.tools.addresses, site, url)
  const section = sections.get(siteSection ?? '')
  if (section) return joined(segment(section.path, section.isDefault))
  const placed = siteSpaces.get(siteSpace ?? '')
  if (!placed) return null
  if (page === undefined) return joined(segmentsOf(placed))
  const path = await pathOfPage(ctx, placed.spaceId, page)
  return path === null ? null : joined([...segmentsOf(placed), path])
}

/** The path on the site in an address of the site: at its proxy, at its hostname, or on this server. */
function pathOnSite(hosting: SiteHosting, site: SiteRow, url: string): string | null {
  const { host, pathname } = new URL(url)
  const address = `${host}${pathname}`.replace(/\/$/, '')
  const own = `/sites/${site.organizationHostname ?? site.organizationId}/${site.basename ?? site.id}`
  if (hosting.siteAt(host) === site.id) return address.slice(host.length)
  for (const base of [site.proxy, site.hostname]) {
    if (base !== null && (address === base || address.startsWith(`${base}/`))) {
      return address.slice(base.length)
    }
  }
  const path = pathname.replace(/\/$/, '')
  return path === own || path.startsWith(`${own}/`) ? path.slice(own.length) : null
}

/** Rejects a destination that is not on this site. */
export async function requireDestination(
  ctx: WriteContext,
  site: SiteRow,
  destination: Destination,
): Promise<void> {
  const { siteSection, siteSpace, page } = destination
  const { sections, siteSpaces } = await partsOf(ctx, site.id, [destination])
  if (siteSection !== undefined && !sections.has(siteSection)) {
    throw invalidField('destination.siteSection', `there is no section ${siteSection} in this site`)
  }
  const placed = siteSpace === undefined ? undefined : siteSpaces.get(siteSpace)
  const space = placed && (await ctx.reads.load(spaceById, placed.spaceId))
  if (siteSpace !== undefined && !space) {
    throw invalidField('destination.siteSpace', `there is no site space ${siteSpace} in this site`)
  }
  if (page !== undefined && space && (await pathOfPage(ctx, space.id, page)) === null) {
    throw invalidField('destination.page', `there is no page ${page} in the space of this site space`)
  }
}

/**
 * Rejects a redirect that leads back to itself, directly or through others. The site is locked, so that two
 * redirects at the same time do not form a loop.
 */
export async function requireNoLoop(
  ctx: WriteContext,
  site: SiteRow,
  written: { source: string; destination: Destination },
  others: readonly SiteRedirect[],
): Promise<void> {
  const redirects = [
    ...others.map((row) => ({ source: row.source, destination: destinationOf(row) })),
    written,
  ]
  const parts = await partsOf(
    ctx,
    site.id,
    redirects.map(({ destination }) => destination),
  )
  const next = new Map(
    await Promise.all(
      redirects.map(
        async ({ source, destination }) => [source, await pathTo(ctx, site, destination, parts)] as const,
      ),
    ),
  )
  const seen = new Set<string>()
  let at: string | null | undefined = written.source
  while (typeof at === 'string' && !seen.has(at)) {
    seen.add(at)
    at = next.get(at)
  }
  if (typeof at !== 'string') return
  throw new DomainError(
    'conflict',
    `The redirect from ${written.source} would lead back to ${at}. Choose another destination.`,
  )
}
