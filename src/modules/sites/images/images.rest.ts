import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { deletion, listRoute, route, type View } from '../../../rest/route.ts'
import type { SiteRow } from '../sites.loaders.ts'
import { sitePath } from '../sites.paths.ts'
import { imageUrl } from './image-references.ts'
import { type ImageRow, imageLocation } from './images.loaders.ts'
import { MAX_IMAGE_BODY, MAX_IMAGE_BYTES } from './images.model.ts'
import {
  createSiteImage,
  deleteSiteImage,
  getSiteImage,
  listSiteImages,
  uploadSiteImage,
} from './images.service.ts'

const RestImage = z
  .object({
    object: z.literal('site-image'),
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    size: z.int(),
    width: z.int().optional(),
    height: z.int().optional(),
    source: z.string().optional().meta({ description: 'The URL that it was fetched from.' }),
    createdAt: Timestamp,
    urls: z.object({
      location: z.string(),
      image: z.string().meta({ description: 'The URL of the image, which anyone can read.' }),
    }),
  })
  .meta({ id: 'SiteImage' })

const toRestImage = (site: SiteRow, row: ImageRow, { urls }: View): z.input<typeof RestImage> => ({
  object: 'site-image',
  id: row.id,
  name: row.name,
  contentType: row.contentType,
  size: row.size,
  width: row.width ?? undefined,
  height: row.height ?? undefined,
  source: row.sourceUrl ?? undefined,
  createdAt: row.createdAt.toISOString(),
  urls: { location: imageLocation(urls, site, row.id), image: imageUrl(urls.settings, row.id) },
})

interface PlacedImage {
  site: SiteRow
  row: ImageRow
}
const one = {
  response: RestImage,
  present: ({ site, row }: PlacedImage, view: View) => toRestImage(site, row, view),
}
const created = {
  ...one,
  status: 201,
  location: ({ site, row }: PlacedImage, { urls }: View) => imageLocation(urls, site, row.id),
}
const path = `${sitePath}/images`

export const imageRoutes = [
  listRoute(path, listSiteImages, {
    summary: 'List the images of a site, oldest first',
    item: RestImage,
    present: (rows, view, site) => rows.map((row) => toRestImage(site, row, view)),
  }),
  route('POST', path, createSiteImage, {
    ...created,
    summary: 'Add an image to a site, in base64 or by its URL',
    bodyLimit: MAX_IMAGE_BODY,
  }),
  route('POST', `${path}/upload`, uploadSiteImage, {
    ...created,
    summary: 'Add an image to a site from a form',
    bodyLimit: MAX_IMAGE_BODY,
    upload: { files: 1, bytes: MAX_IMAGE_BYTES },
  }),
  route('GET', `${path}/:siteImageId`, getSiteImage, { ...one, summary: 'Get an image of a site' }),
  deletion(`${path}/:siteImageId`, deleteSiteImage, { summary: 'Delete an image of a site' }),
]
