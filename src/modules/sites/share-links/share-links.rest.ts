import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { deletion, listRoute, route, type View } from '../../../rest/route.ts'
import { sitePath } from '../sites.paths.ts'
import type { ShareLinkRow } from './share-links.loaders.ts'
import {
  createShareLink,
  deleteShareLink,
  getShareLink,
  listShareLinks,
  updateShareLink,
} from './share-links.service.ts'
import { sharedUrl, shareLinkUrl } from './share-links.urls.ts'

const RestShareLink = z
  .object({
    object: z.literal('share-link'),
    id: z.string(),
    createdAt: Timestamp,
    name: z.string(),
    active: z.boolean(),
    urls: z.object({
      published: z.string().optional().meta({
        description: 'The URL of the site with the key of the link. Absent while the site is not published.',
      }),
    }),
  })
  .meta({ id: 'ShareLink' })

const toRestShareLink = async (
  row: ShareLinkRow,
  { caller, urls }: View,
): Promise<z.input<typeof RestShareLink>> => ({
  object: 'share-link',
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  name: row.name,
  active: row.active,
  urls: { published: await sharedUrl(urls, caller, row) },
})

const linksPath = `${sitePath}/share-links`
const linkPath = `${linksPath}/:shareLinkId`
const one = { response: RestShareLink, present: toRestShareLink }

export const shareLinkRoutes = [
  listRoute(linksPath, listShareLinks, {
    summary: 'List the share links of a site, with their keys',
    item: RestShareLink,
    present: (rows, view) => Promise.all(rows.map((row) => toRestShareLink(row, view))),
  }),
  route('POST', linksPath, createShareLink, {
    ...one,
    summary: 'Create a share link, which is active',
    status: 201,
    location: (row, { urls }) => shareLinkUrl(urls, row),
  }),
  route('GET', linkPath, getShareLink, { ...one, summary: 'Get a share link' }),
  route('PATCH', linkPath, updateShareLink, {
    ...one,
    summary: 'Rename, activate or deactivate a share link',
  }),
  deletion(linkPath, deleteShareLink, { summary: 'Delete a share link, which stops working immediately' }),
]
