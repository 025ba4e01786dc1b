import { DomainError, invalidField } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { SiteRedirect } from '../../../generated/prisma/client.ts'
import { contentOfSpace, findPage, findPagesAt } from '../../content/index.ts'
import { pathOf } from '../../revisions/index.ts'
import { decodedPath, hostingOf, type SiteHosts } from '../../site-addresses/index.ts'
import { spaceById } from '../../spaces/index.ts'
import type { SiteRow } from '../sites.loaders.ts'
import { segment } from '../structure/structure.urls.ts'
import { destinationOf } from './redirects.loaders.ts'
import type { Destination, GivenDestination } from './redirects.model.ts'
import { bySpecificity, capturedBy, means, pathFrom, prefixOf } from './sources.ts'

/** A redirect as it is written. */
export type WrittenRedirect = Pick<SiteRedirect, 'source' | 'captureWildcard' | 'draft' | 'permanent'> & {
  destination: Destination
}

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
async function partsOf(
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
async function segmentsTo(
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

/** The destination that is stored for one that was given. Rejects what is not on this site. */
export async function requireDestination(
  ctx: WriteContext,
  site: SiteRow,
  given: GivenDestination,
): Promise<Destination> {
  if (given.kind === 'path') return pageAtPath(ctx, site, given)
  if (given.kind === 'external') return given
  const { sections, siteSpaces } = await partsOf(ctx, site.id, [given])
  if (given.kind === 'site-section') {
    if (sections.has(given.siteSectionId)) return given
    const message = `there is no section ${given.siteSectionId} in this site`
    throw invalidField('destination.siteSectionId', message)
  }
  const placed = siteSpaces.get(given.siteSpaceId)
  const space = placed && (await ctx.reads.load(spaceById, placed.spaceId))
  if (!space) {
    const message = `there is no site space ${given.siteSpaceId} in this site`
    throw invalidField('destination.siteSpaceId', message)
  }
  if (given.kind === 'site-page' && (await pathOfPage(ctx, space.id, given.pageId)) === null) {
    const message = `there is no page ${given.pageId} in the space of this site space`
    throw invalidField('destination.pageId', message)
  }
  return given
}

/** The page that is at a path of a space now, in the first site space that shows the space. */
async function pageAtPath(
  ctx: WriteContext,
  site: SiteRow,
  { spaceId, path }: Extract<GivenDestination, { kind: 'path' }>,
): Promise<Destination> {
  const space = await ctx.reads.load(spaceById, spaceId)
  const siteSpace =
    space &&
    (await ctx.tx.siteSpace.findFirst({ where: { siteId: site.id, spaceId }, orderBy: { id: 'asc' } }))
  if (!siteSpace) throw invalidField('destination.spaceId', `there is no space ${spaceId} in this site`)
  const [page] = await findPagesAt(ctx.reads.db, [{ space, path: path.split('/').filter(Boolean).join('/') }])
  if (!page) throw invalidField('destination.path', `there is no page at ${path} in the space ${spaceId}`)
  return { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: page.id }
}

interface Step {
  source: string
  /** Null if it leaves the site. */
  target: readonly string[] | null
  captures: boolean
}

/** Browsers give up after about as many. */
const MAX_CHAIN = 20
/** As many take about 20 ms. A loop that is not found by then is the browser's to end. */
const MAX_COMPARISONS = 25_000

/** A segment that no source names, in place of what a wildcard matches. */
const ANYTHING = '~anything'

/**
 * Rejects a redirect that leads back to itself, directly or through others. The site is locked, so that two
 * redirects at the same time do not form a loop.
 */
export async function requireNoLoop(
  ctx: WriteContext,
  site: SiteRow,
  written: WrittenRedirect,
  others: readonly SiteRedirect[],
): Promise<void> {
  if (written.draft) return
  const redirects: WrittenRedirect[] = others
    .filter(({ draft }) => !draft)
    .map((row) => ({ ...row, destination: destinationOf(row) }))
  redirects.push(written)
  const parts = await partsOf(
    ctx,
    site.id,
    redirects.map(({ destination }) => destination),
  )
  const steps = await Promise.all(
    redirects.map(async ({ source, destination, captureWildcard }) => ({
      source,
      target: await segmentsTo(ctx, site, destination, parts),
      captures: captureWildcard && prefixOf(source) !== null,
    })),
  )
  const back = loopThrough(steps)
  if (back === null) return
  throw new DomainError(
    'conflict',
    `The redirect from ${written.source} would lead back to ${back}, or there through more than ${MAX_CHAIN} redirects. Choose another destination.`,
  )
}

/**
 * A path from where the last of the redirects leads back to itself. It is followed from its own source and, if that has a
 * wildcard, from each fixed path that others lead to: what such a path ends with can lead from one wildcard to another.
 */
function loopThrough(steps: readonly Step[]): string | null {
  const written = steps.at(-1)
  if (!written) return null
  const exact = new Map(steps.map((step) => [step.source, step]))
  const open = steps
    .filter(({ source }) => prefixOf(source) !== null)
    .sort((one, other) => bySpecificity(one.source, other.source))
  let compared = 0
  const next = (path: string) => {
    compared += open.length
    return exact.get(path) ?? open.find(({ source }) => means(source, path))
  }
  const prefix = prefixOf(written.source)
  const fixed =
    prefix === null ? [] : steps.flatMap(({ target, captures }) => (captures || !target ? [] : [target]))
  const starts = [prefix === null ? written.source : `${prefix}${ANYTHING}`, ...fixed.map(pathFrom)]
  for (const start of starts) {
    let path = start
    let isThrough = false
    for (let taken = 0; compared <= MAX_COMPARISONS; taken += 1) {
      const step = next(path)
      if (!step?.target) break
      const to = pathFrom([...step.target, ...(step.captures ? capturedBy(step.source, path) : [])])
      // Where a wildcard includes its own destination, the page there is shown.
      if (to === path && prefixOf(step.source) !== null) break
      isThrough ||= step === written
      if (taken === MAX_CHAIN && isThrough) return path
      if (taken === MAX_CHAIN) break
      path = to
    }
  }
  return null
}
