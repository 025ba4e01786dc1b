import { DomainError, invalidField } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { Space } from '../../../generated/prisma/client.ts'
import { contentOfSpace, findPage, findPagesAt } from '../../content/index.ts'
import { pathOf } from '../../revisions/index.ts'
import { decodedPath, hostingOf, type SiteHosts } from '../../site-addresses/index.ts'
import { type SiteRow, segment } from '../../sites/index.ts'
import { spaceById } from '../../spaces/index.ts'
import type { Destination, GivenDestination } from './redirects.model.ts'

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

/** The parts that destinations refer to, in two statements. */
export async function partsOf(
  ctx: WriteContext,
  siteId: string,
  destinations: readonly Destination[],
): Promise<Parts> {
  const sectionIds = destinations.flatMap((each) => ('siteSectionId' in each ? each.siteSectionId : []))
  const siteSpaceIds = destinations.flatMap((each) => ('siteSpaceId' in each ? each.siteSpaceId : []))
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

/** The segments on the site that a destination opens, or null if it is elsewhere or gone. */
export async function segmentsTo(
  ctx: WriteContext,
  site: SiteRow,
  destination: Destination,
  { sections, siteSpaces }: Parts,
): Promise<readonly string[] | null> {
  if (destination.kind === 'external')
    return segmentsOnSite(hostingOf(ctx.tools.settings), site, destination.url)
  if (destination.kind === 'site-section') {
    const section = sections.get(destination.siteSectionId)
    return section ? segment(section.path, section.isDefault) : null
  }
  const placed = siteSpaces.get(destination.siteSpaceId)
  if (!placed || destination.kind === 'site-space') return placed ? segmentsOf(placed) : null
  const path = await pathOfPage(ctx, placed.spaceId, destination.pageId)
  return path === null ? null : [...segmentsOf(placed), ...path.split('/')]
}

/** The segments on the site in an address of the site: at its proxy, at its hostname, or on this server. */
function segmentsOnSite(hosting: SiteHosts, site: SiteRow, url: string): string[] | null {
  const { host, pathname } = new URL(url)
  if (hosting.siteAt(host) === site.id) return decodedPath(pathname)
  const address = `${host}${pathname}`
  const own = `/sites/${site.organizationHostname ?? site.organizationId}`
  const below = (whole: string, base: string | null) =>
    base !== null && (whole === base || whole.startsWith(`${base}/`)) ? whole.slice(base.length) : null
  const path =
    below(address, site.proxy) ??
    below(address, site.hostname) ??
    // By its name or by its id, whose address leads to the name.
    below(pathname, `${own}/${site.basename ?? site.id}`) ??
    below(pathname, `${own}/${site.id}`)
  return path === null ? null : decodedPath(path)
}

type PathInSpace = Extract<GivenDestination, { kind: 'path' }>

/** The destination that is stored for one that was given. Rejects what is not on this site. */
export async function requireDestination(
  ctx: WriteContext,
  site: SiteRow,
  given: GivenDestination,
): Promise<Destination> {
  const [found] = await destinationsFor(ctx, site, [given])
  if (found instanceof DomainError) throw found
  return found as Destination
}

/** The same for many, in as many statements as for one, with the error of each that is not on this site. */
export async function destinationsFor(
  ctx: WriteContext,
  site: SiteRow,
  given: readonly GivenDestination[],
): Promise<(Destination | DomainError)[]> {
  const direct = given.flatMap((each): Destination[] => (each.kind === 'path' ? [] : [each]))
  const parts = await partsOf(ctx, site.id, direct)
  const pageAt = await pagesAtPaths(
    ctx,
    site,
    given.filter((each) => each.kind === 'path'),
  )
  return Promise.all(given.map((each) => (each.kind === 'path' ? pageAt(each) : checked(ctx, each, parts))))
}

async function checked(
  ctx: WriteContext,
  given: Destination,
  { sections, siteSpaces }: Parts,
): Promise<Destination | DomainError> {
  if (given.kind === 'external') return given
  if (given.kind === 'site-section') {
    if (sections.has(given.siteSectionId)) return given
    const message = `there is no section ${given.siteSectionId} in this site`
    return invalidField('destination.siteSectionId', message)
  }
  const placed = siteSpaces.get(given.siteSpaceId)
  const space = placed && (await ctx.reads.load(spaceById, placed.spaceId))
  if (!space) {
    const message = `there is no site space ${given.siteSpaceId} in this site`
    return invalidField('destination.siteSpaceId', message)
  }
  if (given.kind === 'site-page' && (await pathOfPage(ctx, space.id, given.pageId)) === null) {
    const message = `there is no page ${given.pageId} in the space of this site space`
    return invalidField('destination.pageId', message)
  }
  return given
}

const plain = (path: string) => path.split('/').filter(Boolean).join('/')

/** The pages that are at paths of spaces now, each in the first site space that shows its space. */
async function pagesAtPaths(ctx: WriteContext, site: SiteRow, given: readonly PathInSpace[]) {
  const spaceIds = [...new Set(given.map(({ spaceId }) => spaceId))]
  const rows = spaceIds.length
    ? await ctx.tx.siteSpace.findMany({
        where: { siteId: site.id, spaceId: { in: spaceIds } },
        orderBy: { id: 'desc' },
      })
    : []
  // The first one of a space is the last one here.
  const siteSpaceOf = new Map(rows.map(({ spaceId, id }) => [spaceId, id]))
  const visible = await Promise.all(rows.map(({ spaceId }) => ctx.reads.load(spaceById, spaceId)))
  const spaces = new Map(visible.flatMap((space): [string, Space][] => (space ? [[space.id, space]] : [])))
  const wanted = given.flatMap(({ spaceId, path }) => {
    const space = spaces.get(spaceId)
    return space ? [{ space, path: plain(path) }] : []
  })
  const found = wanted.length ? await findPagesAt(ctx.reads.db, wanted) : []
  const pages = new Map(wanted.map(({ space, path }, index) => [`${space.id} ${path}`, found[index]]))
  return ({ spaceId, path }: PathInSpace): Destination | DomainError => {
    const siteSpaceId = siteSpaceOf.get(spaceId)
    if (siteSpaceId === undefined || !spaces.has(spaceId)) {
      return invalidField('destination.spaceId', `there is no space ${spaceId} in this site`)
    }
    const page = pages.get(`${spaceId} ${plain(path)}`)
    if (!page) return invalidField('destination.path', `there is no page at ${path} in the space ${spaceId}`)
    return { kind: 'site-page', siteSpaceId, pageId: page.id }
  }
}
