import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { outputType } from '../../graphql/output.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { OrganizationType, requiredOrganization } from '../organizations/index.ts'
import { SpaceType } from '../spaces/index.ts'
import { applySiteTemplate } from './apply-site-template.ts'
import { type SiteFeature, siteFeatures } from './features.ts'
import { publishSite, unpublishSite } from './publication/publication.service.ts'
import { reachOfSite, type SiteRow, siteById } from './sites.loaders.ts'
import { AgentsContext, NewSpace, SiteIcon, SiteType as SiteTypes, SiteVisibility } from './sites.model.ts'
import { sitePermissions } from './sites.policy.ts'
import { createSite, deleteSite, getSite, listSites, listSpaceSites, updateSite } from './sites.service.ts'
import { iconOf, ownAddress, publishedUrl, siteUrl } from './sites.urls.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Site: SiteRow
  }
}

const TypeEnum = graphqlEnum('SiteType', SiteTypes, 'The type of a site.', {
  basic: 'The type of new sites.',
  premium: 'A premium site.',
  ultimate: 'An ultimate site.',
  sponsored: 'A sponsored site.',
  'legacy-basic': 'A basic site of an earlier plan.',
  'legacy-premium': 'A premium site of an earlier plan.',
})
export const VisibilityEnum = graphqlEnum(
  'SiteVisibility',
  SiteVisibility,
  'Who can read a published site.',
  {
    public: 'Everyone.',
    unlisted: 'Everyone who knows the URL. Excluded from search engines.',
    'share-link': 'Everyone with a share link.',
    'visitor-auth': 'Visitors who are authenticated by a signed token.',
  },
)
const AgentsContextEnum = graphqlEnum('AgentsContext', AgentsContext, 'Whether agents can access a site.', {
  excluded: 'Agents cannot access the site.',
  included: 'Agents can access the site.',
})
graphqlEnum('NewSiteSpace', NewSpace, 'The content of a space that is created with a site.', {
  sample: 'Sample pages.',
  empty: 'No pages.',
})

export const IconType = outputType(SiteIcon)
const ProxyType = builder.objectRef<SiteRow>('SiteProxy').implement({
  description: 'A proxy that shows a site.',
  fields: (t) => ({
    origin: t.string({
      description: 'The hostname and path at which visitors find the site.',
      resolve: ({ proxy }) => proxy ?? '',
    }),
    target: t.field({
      type: 'URL',
      description: 'The URL that the proxy forwards requests to.',
      resolve: (site, _args, { urls }) => ownAddress(urls, site),
    }),
  }),
})
const AdaptiveContentType = builder.objectRef<SiteRow>('SiteAdaptiveContent').implement({
  description: 'The settings of adaptive content.',
  fields: (t) => ({
    enabled: t.boolean({
      description: 'Whether content adapts to the visitor.',
      resolve: ({ adaptiveContent }) => adaptiveContent,
    }),
  }),
})
const FeatureType = builder.objectRef<SiteFeature>('SiteFeature').implement({
  description: 'A feature of a site.',
  fields: (t) => ({
    name: t.string({ description: 'The ID of the feature in the REST API.', resolve: ({ id }) => id }),
    plan: t.field({
      type: TypeEnum,
      description: 'The first type of site that has the feature.',
      resolve: ({ plan }) => plan,
    }),
    frozen: t.exposeBoolean('frozen', { description: 'Whether the feature can no longer be changed.' }),
  }),
})
const UrlsType = builder.objectRef<SiteRow>('SiteUrls').implement({
  description: 'The URLs of the site.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: (site, _args, { urls }) => siteUrl(urls, site),
    }),
    app: t.field({
      type: 'URL',
      description: 'The URL of the resource in the app.',
      resolve: ({ id }, _args, { urls }) => urls.app(`/sites/${id}`),
    }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description:
        'The URL of the published site. Null while it is not published. This version does not serve published sites yet.',
      resolve: (site, _args, { urls }) => publishedUrl(urls, site) ?? null,
    }),
  }),
})

export const SiteType = builder.prismaNode('Site', {
  description: 'A site: spaces of an organization, arranged for publication.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'The name.' }),
    type: t.field({
      type: TypeEnum,
      description: 'The type of the site.',
      resolve: ({ type }) => SiteTypes.parse(type),
    }),
    icon: t.field({
      type: IconType,
      nullable: true,
      description: 'The icon.',
      resolve: (site, _args, { urls }) => iconOf(site, urls) ?? null,
    }),
    hostname: t.exposeString('hostname', {
      nullable: true,
      description: 'The hostname of the site, if it has one of its own.',
    }),
    basename: t.exposeString('basename', {
      nullable: true,
      description: 'The name of the site in its address. If null, the ID is used.',
    }),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'Who can read the published site.',
      resolve: ({ visibility }) => SiteVisibility.parse(visibility),
    }),
    published: t.boolean({
      description: 'Whether the site is published.',
      resolve: ({ publishedAt }) => publishedAt !== null,
    }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the site was published. Null while it is not published.',
    }),
    agentsContext: t.field({
      type: AgentsContextEnum,
      description: 'Whether agents can access the site.',
      resolve: ({ agentsContext }) => AgentsContext.parse(agentsContext),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the resource was last updated.',
    }),
    features: t.field({
      type: [FeatureType],
      description: 'The features that the site has.',
      resolve: () => [...siteFeatures],
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that owns the resource.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
  }),
})

builder.objectFields(SiteType, (t) => ({
  proxy: t.field({
    type: ProxyType,
    nullable: true,
    description: 'The proxy that shows the site, if there is one.',
    resolve: (site) => (site.proxy === null ? null : site),
  }),
  adaptiveContent: t.field({
    type: AdaptiveContentType,
    description: 'The settings of adaptive content.',
    resolve: (site) => site,
  }),
  urls: t.field({ type: UrlsType, description: 'The URLs of the site.', resolve: (site) => site }),
  permissions: t.field({
    type: permissionsType('SitePermissions', sitePermissions),
    description: 'What you are allowed to do with the resource.',
    resolve: (site) => sitePermissions.of(reachOfSite(site)),
  }),
}))

const SiteConnection = connectionType('Site', SiteType)

connection(OrganizationType, 'sites', listSites, {
  type: SiteConnection,
  description: 'The sites of the organization, oldest first. Guests see those on which they have a role.',
})
connection(SpaceType, 'sites', listSpaceSites, {
  type: SiteConnection,
  description: 'The sites that show the space, oldest first. Guests see those on which they have a role.',
})

/** GraphQL names a site by its own ID. */
const omit = ['organizationId']

queryField('site', getSite, { type: SiteType, description: 'A site.', rename: { siteId: 'id' }, omit })

const site = { type: SiteType, description: 'The site.', from: (row: SiteRow) => row }

mutation('createSite', createSite, {
  description: 'Creates a site. It is not published yet.',
  payload: { site },
})
mutation('updateSite', updateSite, {
  description: 'Changes the settings of a site. Omitted settings do not change.',
  omit,
  payload: { site },
})
mutation('deleteSite', deleteSite, {
  description: 'Deletes a site. Its spaces remain. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})
mutation('applySiteTemplate', applySiteTemplate, {
  description: 'Puts a new space with sample pages on a site that has no spaces.',
  omit,
  payload: { site },
})
mutation('publishSite', publishSite, { description: 'Publishes a site.', omit, payload: { site } })
mutation('unpublishSite', unpublishSite, { description: 'Unpublishes a site.', omit, payload: { site } })

eventSubject({ name: 'site', within: 'organization', what: 'the site', type: SiteType, loader: siteById })
