import { z } from 'zod'
import type { Urls } from '../../http/urls.ts'
import { cacheTag } from '../../rest/cache-tags.ts'
import { route, type View } from '../../rest/route.ts'
import { NO_MERGE_RULES } from '../organizations/index.ts'
import type { SiteSpaceRow } from '../sites/index.ts'
import {
  groupShape,
  permissionsOn,
  publishedSiteSpaceUrl,
  RestCustomization,
  RestSite,
  RestStructure,
  type Showing,
  type StructureShape,
  sectionShape,
  sitePath,
  sitePermissions,
  siteShape,
  siteSpaceShape,
  toRestCustomization,
  toRestStructure,
} from '../sites/index.ts'
import { type RestSpace, spacePermissions, spaceUrl } from '../spaces/index.ts'
import type { VisitedSite } from './admission.ts'
import { getPublishedSite, type PublishedSite, placedScripts } from './published.service.ts'
import { scriptLoadingOf } from './script-loading.ts'
import type { PlacedScript } from './site-scripts.ts'
import {
  type ShownSection,
  type ShownStructure,
  siteSpacesIn as shownIn,
  siteSpaceIdsIn,
} from './visible-structure.ts'

export const RestScriptLoading = z
  .object({
    loaded: z.boolean(),
    reason: z.string().optional().meta({ description: 'Why pages do not load scripts. Absent if they do.' }),
  })
  .meta({
    id: 'SiteScriptLoading',
    description: 'Whether pages of the site load scripts of integrations at its published address.',
  })

export const toRestScriptLoading = (
  urls: Urls,
  site: PlacedScript['site'],
): z.input<typeof RestScriptLoading> => {
  const { loaded, reason } = scriptLoadingOf(urls, site)
  return { loaded, reason: reason ?? undefined }
}

export const RestSiteScript = z
  .object({
    script: z.string(),
    contentSecurityPolicy: z.string().optional(),
    cookies: z.boolean(),
    loading: RestScriptLoading,
  })
  .meta({ id: 'SiteScript' })

export const toRestScript = (
  { path, contentSecurityPolicy, cookies, site }: PlacedScript,
  urls: Urls,
): z.input<typeof RestSiteScript> => ({
  script: urls.open(path),
  contentSecurityPolicy: contentSecurityPolicy ?? undefined,
  cookies,
  loading: toRestScriptLoading(urls, site),
})

const RestPublishedSite = z
  .object({
    object: z.literal('published-content-site'),
    site: RestSite,
    structure: RestStructure,
    customizations: z.object({
      site: RestCustomization,
      siteSpaces: z.record(z.string(), RestCustomization).meta({
        description: 'By the ID of the site space: those that do not look like the site.',
      }),
    }),
    scripts: z
      .array(RestSiteScript)
      .meta({ description: 'The scripts of integrations that are installed on the site.' }),
  })
  .meta({ id: 'PublishedContentSite' })

/** A space as visitors see it: without what only members see, such as its parent. No change request is visible to them. */
export function visitedSpace(
  site: VisitedSite,
  row: SiteSpaceRow,
  urls: Urls,
  published = publishedSiteSpaceUrl(urls, site, row),
): z.input<typeof RestSpace> {
  const { space } = row
  return {
    object: 'space',
    id: space.id,
    title: space.title,
    emoji: space.emoji,
    visibility: site.visibility,
    createdAt: space.createdAt.toISOString(),
    updatedAt: space.updatedAt.toISOString(),
    language: space.language ?? undefined,
    visitorAuth: site.visibility === 'visitor-auth' ? { backend: site.backend ?? 'custom' } : undefined,
    organization: space.organizationId,
    revision: space.revisionId,
    defaultLevel: null,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    urls: {
      location: spaceUrl(urls, space.id),
      app: urls.app(`/s/${space.id}`),
      published,
      public: site.visibility === 'public' ? published : undefined,
      icon: space.iconURL ?? undefined,
    },
    mergeRules: NO_MERGE_RULES,
    permissions: spacePermissions.only('view'),
  }
}

function visitedStructure(showing: Showing, site: VisitedSite, structure: ShownStructure): StructureShape {
  const { urls, shareKey } = showing
  const siteSpace = (row: SiteSpaceRow) => {
    const published = publishedSiteSpaceUrl(urls, site, row, shareKey)
    return siteSpaceShape(showing, row, visitedSpace(site, row, urls, published), published)
  }
  const section = ({ section: row, siteSpaces }: ShownSection) =>
    sectionShape(showing, row, siteSpaces.map(siteSpace), siteSpaces.find(({ isDefault }) => isDefault)?.id)
  if (structure.type === 'siteSpaces') {
    return { type: 'siteSpaces', structure: structure.siteSpaces.map(siteSpace) }
  }
  return {
    type: 'sections',
    structure: structure.top.map((item) =>
      'group' in item ? groupShape(item.group, item.sections.map(section)) : section(item),
    ),
  }
}

/** The number of site spaces in a structure, which is that of the site. */
function siteSpacesIn({ type, structure }: StructureShape): number {
  if (type === 'siteSpaces') return structure.length
  const sections = structure.flatMap((item) =>
    item.object === 'site-section-group' ? item.sections : [item],
  )
  return sections.reduce((sum, { siteSpaces }) => sum + siteSpaces.length, 0)
}

async function toRestPublished(
  published: PublishedSite,
  view: View,
): Promise<z.input<typeof RestPublishedSite>> {
  const { shareKey } = published
  const customizations = {
    site: toRestCustomization(published.customizations.site, view.urls),
    siteSpaces: Object.fromEntries(
      Object.entries(published.customizations.siteSpaces).map(([id, each]) => [
        id,
        toRestCustomization(each, view.urls),
      ]),
    ),
  }
  const scripts = placedScripts(published).map((script) => toRestScript(script, view.urls))
  const shown = { object: 'published-content-site' as const, customizations, scripts }
  if (published.audience === 'visitor') {
    const { site, structure } = published
    for (const { spaceId } of shownIn(structure)) view.cacheTags.add(cacheTag.space(spaceId))
    const showing = { site, urls: view.urls, shareKey, hasConditions: false }
    return {
      ...shown,
      site: {
        ...siteShape(site, view.urls, shareKey),
        siteSpaces: siteSpaceIdsIn(structure).length,
        permissions: sitePermissions.only('view'),
      },
      structure: visitedStructure(showing, site, structure),
    }
  }
  const { site } = published
  const structure = await toRestStructure(published.structure, view, shareKey)
  return {
    ...shown,
    site: {
      ...siteShape(site, view.urls, shareKey),
      siteSpaces: siteSpacesIn(structure),
      permissions: permissionsOn(site),
    },
    structure,
  }
}

export const publishedRoutes = [
  route('GET', `${sitePath}/published`, getPublishedSite, {
    summary: 'Get a published site as the caller can see it: a member, a visitor or anyone',
    response: RestPublishedSite,
    present: toRestPublished,
  }),
]

/** What readers of published sites get in place of what members get. */
export const publishedReaderRoutes = [
  route('GET', `${sitePath}/structure`, getPublishedSite, {
    summary: 'Get the structure of the site',
    response: RestStructure,
    present: async (published, view) => (await toRestPublished(published, view)).structure,
  }),
  route('GET', `${sitePath}/customization`, getPublishedSite, {
    summary: 'Get the customization of the site',
    response: RestCustomization,
    present: ({ customizations }, { urls }) => toRestCustomization(customizations.site, urls),
  }),
]
