import { z } from 'zod'
import type { Space } from '../../../generated/prisma/client.ts'
import type { Urls } from '../../../http/urls.ts'
import { route, type View } from '../../../rest/route.ts'
import { RestSpace, spaceUrl } from '../../spaces/index.ts'
import { RestCustomization } from '../customization/customization.rest.ts'
import { sitePath } from '../sites.paths.ts'
import { permissionsOn, RestSite, siteShape } from '../sites.rest.ts'
import { toRestStructure } from '../structure/presenting/presenters.rest.ts'
import {
  groupShape,
  RestGroup,
  RestSection,
  RestSiteSpace,
  type StructureShape as RestStructureShape,
  type Showing,
  sectionShape,
  siteSpaceShape,
} from '../structure/presenting/shapes.ts'
import type { SiteSpaceRow } from '../structure/rows.ts'
import { publishedSiteSpaceUrl } from '../structure/structure.urls.ts'
import type { VisitedSite } from './admission.ts'
import { getPublishedSite, type PublishedSite, placedScripts } from './published.service.ts'
import { scriptLoadingOf } from './script-loading.ts'
import type { PlacedScript } from './site-scripts.ts'
import { type ShownSection, type ShownStructure, siteSpaceIdsIn } from './visible-structure.ts'

const PublishedSpace = RestSpace.partial({
  position: true,
  defaultLevel: true,
  comments: true,
  changeRequests: true,
  changeRequestsOpen: true,
  changeRequestsDraft: true,
  permissions: true,
}).meta({
  id: 'PublishedSpace',
  description: 'A space. Visitors see it without counts, parent, levels and permissions.',
})
const PublishedSiteSpace = RestSiteSpace.extend({ space: PublishedSpace.optional() }).meta({
  id: 'PublishedSiteSpace',
})
const PublishedSection = RestSection.extend({ siteSpaces: z.array(PublishedSiteSpace) }).meta({
  id: 'PublishedSiteSection',
})
const PublishedGroup = RestGroup.extend({ sections: z.array(PublishedSection) }).meta({
  id: 'PublishedSiteSectionGroup',
})
const PublishedStructure = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('sections'),
      structure: z.array(z.union([PublishedSection, PublishedGroup])),
    }),
    z.object({ type: z.literal('siteSpaces'), structure: z.array(PublishedSiteSpace) }),
  ])
  .meta({ id: 'PublishedSiteStructure' })
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
    site: RestSite.partial({ permissions: true }).meta({
      id: 'PublishedSite',
      description:
        'The site. Visitors see it without permissions, with the number of site spaces that they see.',
    }),
    structure: PublishedStructure,
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

type StructureShape = z.input<typeof PublishedStructure>

/** A space as visitors see it: without what only members need. */
const visitedSpace = (
  site: VisitedSite,
  space: Space,
  urls: Urls,
  published: string | undefined,
): z.input<typeof PublishedSpace> => ({
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
  urls: {
    location: spaceUrl(urls, space.id),
    app: urls.app(`/s/${space.id}`),
    published,
    public: site.visibility === 'public' ? published : undefined,
    icon: space.iconURL ?? undefined,
  },
})

function visitedStructure(showing: Showing, site: VisitedSite, structure: ShownStructure): StructureShape {
  const { urls, shareKey } = showing
  const siteSpace = (row: SiteSpaceRow) => {
    const published = publishedSiteSpaceUrl(urls, site, row, shareKey)
    return siteSpaceShape(showing, row, visitedSpace(site, row.space, urls, published), published)
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
function siteSpacesIn({ type, structure }: RestStructureShape): number {
  if (type === 'siteSpaces') return structure.length
  const sections = structure.flatMap((item) =>
    item.object === 'site-section-group' ? item.sections : [item],
  )
  return sections.reduce((sum, { siteSpaces }) => sum + siteSpaces.length, 0)
}

export async function toRestPublished(
  published: PublishedSite,
  view: View,
): Promise<z.input<typeof RestPublishedSite>> {
  const { shareKey, customizations } = published
  const scripts = placedScripts(published).map((script) => toRestScript(script, view.urls))
  const shown = { object: 'published-content-site' as const, customizations, scripts }
  if (published.audience === 'visitor') {
    const { site, structure } = published
    const showing = { site, urls: view.urls, shareKey, hasConditions: false }
    return {
      ...shown,
      site: { ...siteShape(site, view.urls, shareKey), siteSpaces: siteSpaceIdsIn(structure).length },
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
