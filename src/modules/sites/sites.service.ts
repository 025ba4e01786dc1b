import { requireScope } from '../../core/access/viewer.ts'
import { DomainError, forbidden, invalidField, notFound } from '../../core/errors.ts'
import { formerPlaceOf } from '../../core/events/former-place.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { Context, WriteContext } from '../../core/operations/context.ts'
import {
  listOperation,
  operation,
  preparedOperation,
  readOperation,
} from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { Prisma, type Space } from '../../generated/prisma/client.ts'
import {
  getOrganizationRow,
  mayCreateContent,
  reachOfOrganization,
  requireFormerWriter,
} from '../organizations/index.ts'
import { hostingOf } from '../site-addresses/index.ts'
import { getSpaceRow, mayManage, reachOf, requireNewSpace, spaceById } from '../spaces/index.ts'
import { createSpaceForSite } from './create-space-for-site.ts'
import { imagesIn, withIconImages } from './images/image-references.ts'
import { type PreparedImages, prepareImages, storeImages } from './images/keep-images.ts'
import { insertSite } from './insert-site.ts'
import { requireMayWiden } from './publishable.ts'
import { emitAboutSite, getWritable, lockSite, readAgain, requireMayWrite } from './sites.changes.ts'
import { findSite, getSiteRow, reachOfSite, sitesOfOrganization, sitesOfSpace } from './sites.loaders.ts'
import {
  CreateSite,
  DeleteSite,
  GetSite,
  ListSites,
  ListSpaceSites,
  NewSpace,
  SiteFilters,
  UpdateSite,
} from './sites.model.ts'
import { mayAdministrateSite } from './sites.policy.ts'
import { appendSiteSpaces } from './structure/append-site-spaces.ts'
import { chooseDefaults } from './structure/choosing.ts'

export const listSites = listOperation({
  id: 'sites.list',
  input: ListSites,
  filters: SiteFilters,
  scope: 'site:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: () => sitesOfOrganization,
})

export const listSpaceSites = listOperation({
  id: 'sites.listOfSpace',
  input: ListSpaceSites,
  filters: NoFilters,
  scope: 'site:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  list: () => sitesOfSpace,
})

export const getSite = readOperation({
  id: 'sites.get',
  input: GetSite,
  scope: 'site:read',
  read: (ctx, at) => getSiteRow(ctx.reads, at),
})

/** A new site is not published. */
export const createSite = operation({
  id: 'sites.create',
  input: CreateSite,
  scope: 'site:write',
  writes: true,
  authorize: async (ctx, { organizationId, spaces = [], newSpace }) => {
    const organization = await getOrganizationRow(ctx.reads, organizationId)
    if (!mayCreateContent(reachOfOrganization(organization))) {
      throw forbidden('You need the create role or higher in this organization to create a site.')
    }
    const kind = newSpace ?? NewSpace.safeParse(spaces.length === 1 ? spaces[0] : null).data
    if (kind === undefined)
      return { organization, kind, spaces: await getPlaceable(ctx, organizationId, spaces) }
    requireScope(ctx.viewer, 'space:write')
    await requireNewSpace(ctx, { organizationId, parentId: null })
    const named = newSpace === undefined ? [] : spaces
    return { organization, kind, spaces: await getPlaceable(ctx, organizationId, named) }
  },
  run: async (ctx, { title = 'Untitled', type, visibility }, { organization, kind, spaces }) => {
    const organizationId = organization.id
    const now = ctx.now()
    const id = await insertSite(ctx, {
      organizationId,
      title,
      type,
      visibility,
      createdById: ctx.viewer.userId,
      createdAt: now,
      updatedAt: now,
    })
    const made = kind && (await createSpaceForSite(ctx, { organizationId, title, kind }))
    await appendSiteSpaces(ctx, { siteId: id, sectionId: null }, made ? [...spaces, made] : spaces)
    emitAboutSite(ctx, { id, organizationId }, 'site.created')
    return readAgain(ctx, id)
  },
})

/** Spaces that the caller can put on a site of an organization. */
async function getPlaceable(
  ctx: WriteContext,
  organizationId: string,
  ids: readonly string[],
): Promise<Space[]> {
  const unique = [...new Set(ids)]
  const rows = await ctx.reads.loadMany(spaceById, unique)
  const spaces = rows.map((space, index) => {
    if (space?.organizationId === organizationId) return space
    throw invalidField('spaces', `there is no space ${unique[index]} in this organization`)
  })
  for (const { id, title } of spaces) {
    if (!mayManage(await reachOf(ctx.reads, id))) {
      throw forbidden(`You need the create role or higher in the space ${title} to put it on a site.`)
    }
  }
  return spaces
}

export const updateSite = preparedOperation({
  id: 'sites.update',
  input: UpdateSite,
  scope: 'site:write',
  authorize: async (ctx, { hostname, proxy, ...at }) => {
    const site = await getWritable(ctx, at)
    if (hostname !== undefined && !mayAdministrateSite(reachOfSite(site))) {
      throw forbidden('You need the admin role in the organization to change the hostname of a site.')
    }
    requireForeign(ctx, { hostname, proxy })
    return site
  },
  changes: (site) => rowOf('Site', site),
  needsPreparation: ({ icon }) => icon?.icon !== undefined,
  prepare: (ctx, { icon }, site) =>
    prepareImages(ctx, site.id, imagesIn({ favicon: icon }), imagesIn({ favicon: site.icon })),
  run: async (ctx, input, site, images: PreparedImages = new Map()) => {
    const {
      organizationId: _o,
      siteId,
      icon: given,
      adaptiveContent,
      defaultSiteSpace,
      defaultSiteSection,
      ...plain
    } = input
    const icon = given && withIconImages(given, await storeImages(ctx, site, images))
    const data = {
      ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
      ...(icon === undefined ? {} : { icon: icon ?? Prisma.DbNull }),
      ...(adaptiveContent === undefined ? {} : { adaptiveContent: adaptiveContent.enabled }),
    }
    await requireMayWiden(ctx, input)
    const isMoved = await chooseDefaults(ctx, siteId, { defaultSiteSpace, defaultSiteSection })
    if (Object.keys(data).length === 0 && !isMoved) return site
    const { count } = await ctx.tx.site
      .updateMany({ where: { id: siteId }, data: { ...data, updatedAt: ctx.now() } })
      .catch(addressTaken)
    if (count === 0) throw notFound('This site')
    emitAboutSite(ctx, site, 'site.updated')
    return readAgain(ctx, siteId)
  },
})

/** Hosts of this server show its own pages, and those that it generates belong to other sites. */
function requireForeign(
  { tools }: Context,
  given: { hostname: string | null | undefined; proxy: string | null | undefined },
): void {
  for (const [field, address] of Object.entries(given)) {
    const host = address?.split('/', 1)[0]?.toLowerCase()
    if (host && hostingOf(tools.settings).isOwn(host)) {
      throw invalidField(field, `${host} is a host of this server: choose a host of your own`)
    }
  }
}

/** Returns whether it existed: deleting a site that is already deleted succeeds. Its spaces stay. */
export const deleteSite = operation({
  id: 'sites.delete',
  input: DeleteSite,
  scope: 'site:write',
  writes: true,
  authorize: async (ctx, at) => {
    const site = await findSite(ctx.reads, at)
    if (site) requireMayWrite(site)
    else
      await requireFormerWriter(
        ctx,
        at.organizationId ?? (await formerPlaceOf(ctx.reads, 'site', at.siteId))?.organizationId,
        'This site',
      )
    return site
  },
  changes: (site) => rowOf('Site', site),
  run: async (ctx, { siteId }, site) => {
    if (site) await lockSite(ctx, siteId)
    const { count } = site ? await ctx.tx.site.deleteMany({ where: { id: siteId } }) : { count: 0 }
    if (site && count > 0) emitAboutSite(ctx, site, 'site.deleted')
    return { deletedId: siteId, existed: count > 0 }
  },
})

/** The unique indexes decide between two sites that take the same address concurrently. */
function addressTaken(error: unknown): never {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
    throw new DomainError(
      'conflict',
      'This basename is used by another site of the organization, or this hostname by another site. Choose another one.',
    )
  }
  throw error
}
