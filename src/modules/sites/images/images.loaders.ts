import { columnsOf } from '../../../core/lists/columns.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import { Prisma, type SiteImage } from '../../../generated/prisma/client.ts'
import type { Urls } from '../../../http/urls.ts'
import type { SiteRow } from '../sites.loaders.ts'
import { siteUrl } from '../sites.urls.ts'
import { joinMember } from '../structure/rows.ts'

/** An image without its bytes. */
export type ImageRow = Omit<SiteImage, 'bytes'>

const { bytes: _bytes, ...columns } = Prisma.SiteImageScalarFieldEnum
const COLUMNS = columnsOf('x', columns)

export const imageById = loaderById<ImageRow>({
  name: 'siteImageById',
  scope: 'site:read',
  text: `SELECT ${COLUMNS} FROM "SiteImage" x ${joinMember('x', '$2')} WHERE x."id" = ANY($1)`,
})

/** The images of a site, oldest first. */
export const imagesOfSite = defineList<SiteRow, object, ImageRow>({
  name: 'siteImages',
  columns: COLUMNS,
  from: '"SiteImage" x',
  match: 'x."siteId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'x."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'asc',
})

export const imageLocation = (urls: Urls, site: SiteRow, id: string) => `${siteUrl(urls, site)}/images/${id}`
