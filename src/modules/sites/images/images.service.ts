import { notFound } from '../../../core/errors.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import type { Context, WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation, preparedOperation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { getWritable, lockSite } from '../sites.changes.ts'
import { getSiteRow, type SiteAt, type SiteRow } from '../sites.loaders.ts'
import { emitAbout, findDeletablePart } from '../structure/changes.ts'
import type { Placed } from '../structure/site-spaces.service.ts'
import { getInSite } from '../structure/structure.loaders.ts'
import { type ImageRow, imageById, imagesOfSite } from './images.loaders.ts'
import {
  CreateSiteImage,
  DeleteSiteImage,
  GetSiteImage,
  ListSiteImages,
  UploadSiteImage,
} from './images.model.ts'
import { fetchedImage, imageFrom, type NewImage, requireUnused, storeImage } from './keep-images.ts'

const WHAT = 'This image'

type PlacedImage = Placed<ImageRow>

export const listSiteImages = listOperation({
  id: 'siteImages.list',
  input: ListSiteImages,
  filters: NoFilters,
  scope: 'site:read',
  parent: (ctx, at) => getSiteRow(ctx.reads, at),
  list: () => imagesOfSite,
})

export const getSiteImage = operation({
  id: 'siteImages.get',
  input: GetSiteImage,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { siteImageId, ...at }) => getInSite(ctx.reads, imageById, at, siteImageId, WHAT),
  run: async (_ctx, _input, { site, row }): Promise<PlacedImage> => ({ site, row, version: row.version }),
})

async function keep(ctx: WriteContext, site: SiteRow, image: NewImage): Promise<PlacedImage> {
  const id = await storeImage(ctx, site, image)
  ctx.reads.forget()
  const row = await ctx.reads.load(imageById, id)
  if (!row) throw notFound(WHAT)
  return { site, row, version: row.version }
}

const ofSite = {
  scope: 'site:write',
  authorize: (ctx: Context, { organizationId, siteId }: SiteAt) =>
    getWritable(ctx, { organizationId, siteId }),
} as const

/** Adds an image. One with the same bytes is returned as it is. */
export const createSiteImage = preparedOperation({
  id: 'siteImages.create',
  input: CreateSiteImage,
  ...ofSite,
  prepare: (ctx, { name, base64 = '', url }) =>
    url === undefined
      ? imageFrom('base64', name, Buffer.from(base64, 'base64'))
      : fetchedImage(ctx, 'url', url, undefined, name),
  run: (ctx, _input, site, image) => keep(ctx, site, image),
})

/** The same from a form. */
export const uploadSiteImage = preparedOperation({
  id: 'siteImages.upload',
  input: UploadSiteImage,
  ...ofSite,
  prepare: (_ctx, { files: [file] }) => imageFrom('file', file?.name ?? '', file?.bytes ?? Buffer.alloc(0)),
  run: (ctx, _input, site, image) => keep(ctx, site, image),
})

/** Returns whether it existed: deleting an image that is already deleted succeeds. One that is shown stays. */
export const deleteSiteImage = operation({
  id: 'siteImages.delete',
  input: DeleteSiteImage,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteImageId: id, ...at }) =>
    findDeletablePart(ctx, imageById, at, { id, resource: 'site_image', what: WHAT }),
  changes: (found) => rowOf('SiteImage', found?.row),
  run: async (ctx, { siteImageId: id }, found) => {
    if (!found) return { deletedId: id, existed: false }
    await lockSite(ctx, found.site.id)
    await requireUnused(ctx.reads.db, found.site.id, id)
    const { count } = await ctx.tx.siteImage.deleteMany({ where: { id } })
    if (count > 0) emitAbout(ctx, found.site, 'site_image.deleted', id)
    return { deletedId: id, existed: count > 0 }
  },
})
