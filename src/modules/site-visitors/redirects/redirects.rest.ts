import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import type { SiteRedirect } from '../../../generated/prisma/client.ts'
import { deletion, listRoute, route, type View } from '../../../rest/route.ts'
import type { Addressed, SiteRow } from '../../sites/index.ts'
import { sitePath } from '../../sites/index.ts'
import { destinationOf, redirectUrl } from './redirects.loaders.ts'
import { Destination, UpsertStatus } from './redirects.model.ts'
import {
  createRedirect,
  deleteRedirect,
  findRedirect,
  getRedirect,
  listRedirects,
  updateRedirect,
} from './redirects.service.ts'
import { targetUrl } from './targets.ts'
import { upsertRedirects } from './upsert.service.ts'

const RestRedirect = z
  .object({
    object: z.literal('site-redirect'),
    id: z.string(),
    source: z.string(),
    destination: Destination,
    captureWildcard: z.boolean(),
    draft: z.boolean(),
    permanent: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'SiteRedirect' })

const ResolvedRedirect = z
  .object({
    redirect: RestRedirect,
    target: z.string().meta({ description: 'The URL that it leads to.' }),
  })
  .meta({ id: 'ResolvedSiteRedirect' })

const RestUpsertResult = z
  .object({
    status: UpsertStatus,
    source: z.string(),
    draft: z.boolean(),
    id: z.string().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'SiteRedirectResult' })

const toRestRedirect = (
  site: Addressed,
  row: SiteRedirect,
  { urls }: View,
): z.input<typeof RestRedirect> => ({
  object: 'site-redirect',
  id: row.id,
  source: row.source,
  destination: destinationOf(row),
  captureWildcard: row.captureWildcard,
  draft: row.draft,
  permanent: row.permanent,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  urls: { location: redirectUrl(urls, site, row.id) },
})

const one = {
  response: RestRedirect,
  present: ({ site, row }: { site: SiteRow; row: SiteRedirect }, view: View) =>
    toRestRedirect(site, row, view),
}
const path = `${sitePath}/redirects`
const redirectPath = `${path}/:siteRedirectId`

export const redirectRoutes = [
  listRoute(path, listRedirects, {
    summary: 'List the redirects of a site, oldest first',
    item: RestRedirect,
    present: (rows, view, site) => rows.map((row) => toRestRedirect(site, row, view)),
  }),
  route('POST', path, createRedirect, {
    ...one,
    summary: 'Create a redirect',
    status: 201,
    location: ({ site, row }, { urls }) => redirectUrl(urls, site, row.id),
  }),
  route('PUT', path, upsertRedirects, {
    summary: 'Create, change, delete and publish redirects, each by itself',
    response: z.object({ results: z.array(RestUpsertResult) }),
    present: ({ results }) => ({ results }),
  }),
  route('GET', redirectPath, getRedirect, { ...one, summary: 'Get a redirect' }),
  route('PATCH', redirectPath, updateRedirect, { ...one, summary: 'Update a redirect' }),
  deletion(redirectPath, deleteRedirect, { summary: 'Delete a redirect' }),
  route('GET', `${sitePath}/redirect`, findRedirect, {
    response: ResolvedRedirect,
    present: ({ site, row, target, shareKey }, view) => ({
      redirect: toRestRedirect(site, row, view),
      target: targetUrl(view.urls, site, target, shareKey),
    }),
    summary: 'Get the redirect that means a path on a site, and where it leads',
  }),
]
