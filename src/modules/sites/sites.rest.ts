import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import type { Site } from '../../generated/prisma/client.ts'
import type { Urls } from '../../http/urls.ts'
import { deletion, listRoute, route, single, type View } from '../../rest/route.ts'
import { applySiteTemplate } from './apply-site-template.ts'
import { siteFeatures } from './features.ts'
import { publishSite, unpublishSite } from './publication/publication.service.ts'
import { reachOfSite, type SiteRow, siteSpacesCount } from './sites.loaders.ts'
import { AgentsContext, CreateSiteByKind, SiteIcon, SiteType, SiteVisibility } from './sites.model.ts'
import { sitePath, sitesPath } from './sites.paths.ts'
import { sitePermissions } from './sites.policy.ts'
import { createSite, deleteSite, getSite, listSites, listSpaceSites, updateSite } from './sites.service.ts'
import { type Addressed, iconOf, ownAddress, publishedUrl, siteUrl } from './sites.urls.ts'

export const RestSite = z
  .object({
    object: z.literal('site'),
    id: z.string(),
    type: SiteType,
    appliedType: SiteType.meta({ description: 'The same as `type`: sites are not frozen.' }),
    title: z.string(),
    icon: SiteIcon.optional(),
    hostname: z.string().optional(),
    basename: z.string().optional(),
    proxy: z.object({ origin: z.string(), target: z.string() }).optional(),
    visibility: SiteVisibility,
    defaultLevel: z
      .literal('inherit')
      .meta({ description: 'Members have their role in the organization on its sites.' }),
    published: z.boolean(),
    siteSpaces: z.int(),
    createdAt: Timestamp,
    adaptiveContent: z.object({ enabled: z.boolean() }),
    agentsContext: AgentsContext,
    features: z.array(
      z.object({
        id: z.string(),
        plan: SiteType,
        frozen: z.boolean(),
        customizations: z.array(z.string()).optional(),
      }),
    ),
    urls: z.object({
      location: z.string(),
      app: z.string(),
      published: z.string().optional(),
      preview: z.string().meta({
        description:
          'Where previews open. `GET …/publishing/preview` returns it with the token that they need.',
      }),
    }),
    permissions: sitePermissions.schema,
  })
  .meta({ id: 'Site' })

/** The counts of a whole page are read together. */
export const toRestSites = (sites: readonly SiteRow[], view: View): Promise<z.input<typeof RestSite>[]> =>
  Promise.all(sites.map((site) => toRestSite(site, view)))

/** What members and visitors see of a site alike. */
export const siteShape = (site: Site & Addressed, urls: Urls, shareKey?: string) => ({
  object: 'site' as const,
  id: site.id,
  type: SiteType.parse(site.type),
  appliedType: SiteType.parse(site.type),
  title: site.title,
  icon: iconOf(site, urls),
  hostname: site.hostname ?? undefined,
  basename: site.basename ?? undefined,
  proxy: site.proxy === null ? undefined : { origin: site.proxy, target: ownAddress(urls, site) },
  visibility: SiteVisibility.parse(site.visibility),
  defaultLevel: 'inherit' as const,
  published: site.publishedAt !== null,
  createdAt: site.createdAt.toISOString(),
  adaptiveContent: { enabled: site.adaptiveContent },
  agentsContext: AgentsContext.parse(site.agentsContext),
  features: [...siteFeatures],
  urls: {
    location: siteUrl(urls, site),
    app: urls.app(`/sites/${site.id}`),
    published: publishedUrl(urls, site, [], shareKey),
    preview: `${ownAddress(urls, site)}/`,
  },
})

const toRestSite = async (site: SiteRow, { caller, urls }: View): Promise<z.input<typeof RestSite>> => ({
  ...siteShape(site, urls),
  siteSpaces: await caller.load(siteSpacesCount, site.id),
  permissions: permissionsOn(site),
})

export const permissionsOn = (site: SiteRow) => sitePermissions.of(reachOfSite(site))

const one = { response: RestSite, present: single(toRestSites) }

export const siteRoutes = [
  listRoute(sitesPath, listSites, {
    summary: 'List the sites of an organization',
    item: RestSite,
    present: toRestSites,
  }),
  listRoute('/spaces/:spaceId/sites', listSpaceSites, {
    summary: 'List the sites that show a space',
    item: RestSite,
    present: toRestSites,
  }),
  route(
    'POST',
    sitesPath,
    { ...createSite, input: CreateSiteByKind },
    {
      ...one,
      summary: 'Create a site, which is not published yet',
      status: 201,
      location: (site, { urls }) => siteUrl(urls, site),
    },
  ),
  route('GET', sitePath, getSite, { ...one, summary: 'Get a site' }),
  route('PATCH', sitePath, updateSite, { ...one, summary: 'Update a site' }),
  deletion(sitePath, deleteSite, { summary: 'Delete a site; its spaces stay' }),
  route('POST', `${sitePath}/template`, applySiteTemplate, {
    ...one,
    summary: 'Put a space with sample pages on a site that has no spaces',
  }),
  route('POST', `${sitePath}/publish`, publishSite, { ...one, summary: 'Publish a site' }),
  route('POST', `${sitePath}/unpublish`, unpublishSite, { ...one, summary: 'Unpublish a site' }),
]
