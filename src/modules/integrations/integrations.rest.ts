import { z } from 'zod'
import { listRoute, route, silentRoute, single, type View } from '../../rest/route.ts'
import {
  organizationById,
  organizationUrl,
  RestOrganization,
  toRestOrganization,
} from '../organizations/index.ts'
import { Blocks, Configurations, ContentSources, ExternalLinks } from './declaration.model.ts'
import { type IntegrationRow, reachOfIntegration } from './integrations.loaders.ts'
import {
  IntegrationCategory,
  IntegrationScope,
  IntegrationTarget,
  IntegrationVisibility,
  MAX_PUBLISH_BYTES,
} from './integrations.model.ts'
import { integrationPermissions } from './integrations.policy.ts'
import { getIntegration, listIntegrations } from './integrations.service.ts'
import {
  assetsUrl,
  iconUrl,
  integrationAppUrl,
  integrationPath,
  integrationsPath,
  integrationUrl,
  previewUrl,
  publicEndpoint,
} from './integrations.urls.ts'
import { publishIntegration, unpublishIntegration } from './versions/versions.service.ts'

const RestOwner = RestOrganization.partial()
  .required({ object: true, id: true, title: true, urls: true })
  .meta({
    id: 'IntegrationOwner',
    description:
      'The organization. Callers who are not members of it, or whose token does not have the scope `organization:read`, see its ID, title, hostname and URLs.',
  })

export const RestIntegration = z
  .object({
    object: z.literal('integration'),
    id: z.string(),
    name: z.string(),
    version: z.int(),
    title: z.string(),
    description: z.string(),
    summary: z.string().optional(),
    previewImages: z.array(z.string()),
    target: IntegrationTarget,
    verified: z.boolean(),
    visibility: IntegrationVisibility,
    scopes: z.array(IntegrationScope),
    categories: z.array(IntegrationCategory),
    blocks: Blocks,
    contentSources: ContentSources,
    configurations: Configurations,
    externalLinks: ExternalLinks,
    owner: RestOwner,
    contentSecurityPolicy: z.string().optional(),
    urls: z.object({
      location: z.string(),
      app: z.string(),
      icon: z.string().optional(),
      assets: z.string(),
      publicEndpoint: z.string(),
      publicContentEndpoint: z.string(),
    }),
    permissions: integrationPermissions.schema,
  })
  .meta({ id: 'Integration' })

type OwnerShape = z.input<typeof RestOwner>

async function ownerOf(row: IntegrationRow, view: View): Promise<OwnerShape> {
  const { organizationId: id, viewerRole } = row
  const own = viewerRole === null ? null : await view.caller.loadOptional(organizationById, id)
  if (own) return toRestOrganization(own, view)
  const urls = { location: organizationUrl(view.urls, id), app: view.urls.app(`/o/${id}`) }
  return { object: 'organization', id, title: row.ownerTitle, hostname: row.ownerHostname ?? undefined, urls }
}

const toRestIntegration = async (
  row: IntegrationRow,
  view: View,
): Promise<z.input<typeof RestIntegration>> => {
  const { urls } = view
  return {
    object: 'integration',
    id: row.id,
    name: row.name,
    version: row.version,
    title: row.title,
    description: row.description,
    summary: row.summary ?? undefined,
    previewImages: row.previewImages.map((_hash, index) => previewUrl(urls, row, index)),
    target: IntegrationTarget.parse(row.target),
    verified: false,
    visibility: IntegrationVisibility.parse(row.visibility),
    scopes: row.scopes as IntegrationScope[],
    categories: row.categories as z.output<typeof IntegrationCategory>[],
    // Checked when they were published.
    blocks: row.blocks as z.input<typeof Blocks>,
    contentSources: row.contentSources as z.input<typeof ContentSources>,
    configurations: row.configurations as z.input<typeof Configurations>,
    externalLinks: row.externalLinks as z.input<typeof ExternalLinks>,
    owner: await ownerOf(row, view),
    contentSecurityPolicy: row.contentSecurityPolicy ?? undefined,
    urls: {
      location: integrationUrl(urls, row.name),
      app: integrationAppUrl(urls, row.name),
      icon: row.icon === null ? undefined : iconUrl(urls, row),
      assets: assetsUrl(urls, row),
      publicEndpoint: publicEndpoint(urls, row),
      publicContentEndpoint: publicEndpoint(urls, row),
    },
    permissions: integrationPermissions.of(reachOfIntegration(row)),
  }
}

/** Owners are loaded together. */
export const toRestIntegrations = (rows: readonly IntegrationRow[], view: View) =>
  Promise.all(rows.map((row) => toRestIntegration(row, view)))

const integration = { response: RestIntegration, present: single(toRestIntegrations) }

export const integrationRoutes = [
  listRoute(integrationsPath, listIntegrations, {
    summary: 'List public integrations and those of your organizations',
    item: RestIntegration,
    present: toRestIntegrations,
  }),
  route('GET', integrationPath, getIntegration, { ...integration, summary: 'Get an integration' }),
  route('POST', integrationPath, publishIntegration, {
    ...integration,
    summary: 'Publish a version of an integration',
    bodyLimit: MAX_PUBLISH_BYTES,
  }),
  silentRoute('DELETE', integrationPath, unpublishIntegration, {
    summary: 'Unpublish an integration and end its installations',
  }),
]
