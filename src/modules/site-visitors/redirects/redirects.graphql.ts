import type { SiteRedirect } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { deletedPayload, mutation, nestedField, queryField } from '../../../graphql/field.ts'
import { eventSubject } from '../../../graphql/subscriptions/event-subjects.ts'
import {
  requiredSite,
  SectionType,
  SiteSpaceType,
  SiteType,
  sectionById,
  siteSpaceById,
} from '../../sites/index.ts'
import { destinationOf, redirectById, redirectUrl } from './redirects.loaders.ts'
import { RedirectKind, UpsertIntent, UpsertStatus } from './redirects.model.ts'
import {
  createRedirect,
  deleteRedirect,
  type FoundTarget,
  findRedirect,
  getRedirect,
  listRedirects,
  updateRedirect,
} from './redirects.service.ts'
import { targetUrl } from './targets.ts'
import { upsertRedirects } from './upsert.service.ts'
import type { UpsertResult } from './upserting.ts'

const KindEnum = graphqlEnum('SiteRedirectKind', RedirectKind, 'The kind of the destination of a redirect.', {
  'site-section': 'A section.',
  'site-space': 'A site space.',
  'site-page': 'A page of a site space.',
  external: 'A URL.',
})

const DestinationType = builder.objectRef<SiteRedirect>('SiteRedirectDestination').implement({
  description: 'The destination of a redirect.',
  fields: (t) => ({
    kind: t.field({
      type: KindEnum,
      description: 'What it is.',
      resolve: (row) => destinationOf(row).kind,
    }),
    siteSection: t.field({
      type: SectionType,
      nullable: true,
      description: 'The section, if it is one.',
      resolve: ({ sectionId }, _args, { caller }) =>
        sectionId === null ? null : caller.load(sectionById, sectionId),
    }),
    siteSpace: t.field({
      type: SiteSpaceType,
      nullable: true,
      description: 'The site space, or that of the page.',
      resolve: ({ siteSpaceId }, _args, { caller }) =>
        siteSpaceId === null ? null : caller.load(siteSpaceById, siteSpaceId),
    }),
    pageId: t.exposeString('pageId', { nullable: true, description: 'The ID of the page, if it is one.' }),
    url: t.expose('url', { type: 'URL', nullable: true, description: 'The URL, if it is one.' }),
  }),
})

const RedirectType = builder.prismaNode('SiteRedirect', {
  description: 'A redirect: a path on a site that opens something else.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    source: t.exposeString('source', { description: 'The path on the site.' }),
    destination: t.field({
      type: DestinationType,
      description: 'The destination.',
      resolve: (row) => row,
    }),
    captureWildcard: t.exposeBoolean('captureWildcard', {
      description: 'Whether what the `*` at the end of the source matches is appended to the destination.',
    }),
    draft: t.exposeBoolean('draft', {
      description: 'Whether it is a draft, which the published site does not follow.',
    }),
    permanent: t.exposeBoolean('permanent', {
      description: 'Whether browsers and search engines may keep it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: async ({ id, siteId }, _args, { caller, urls }) =>
        redirectUrl(urls, await caller.load(requiredSite, siteId), id),
    }),
    site: t.field({
      type: SiteType,
      description: 'The site.',
      resolve: ({ siteId }, _args, { caller }) => caller.load(requiredSite, siteId),
    }),
  }),
})

connection(SiteType, 'redirects', listRedirects, {
  type: connectionType('SiteRedirect', RedirectType),
  description: 'The redirects, oldest first.',
})

const omit = ['organizationId', 'siteId']
const row = (placed: { row: SiteRedirect }) => placed.row

nestedField(SiteType, 'redirect', findRedirect, {
  type: RedirectType,
  description: 'The redirect that means a path. Null if there is none.',
  given: ({ id }) => ({ siteId: id }),
  givenNames: ['siteId'],
  omit: ['organizationId', 'shareKey'],
  subject: (site) => site,
  isLookup: true,
  from: row,
})
const ResolvedType = builder.objectRef<FoundTarget>('ResolvedSiteRedirect').implement({
  description: 'Where a path on a site is redirected.',
  fields: (t) => ({
    redirect: t.field({ type: RedirectType, description: 'The redirect that means the path.', resolve: row }),
    target: t.field({
      type: 'URL',
      description: 'The URL of the destination, with what the wildcard of the redirect appends to it.',
      resolve: ({ site, target, shareKey }, _args, { urls }) => targetUrl(urls, site, target, shareKey),
    }),
  }),
})
nestedField(SiteType, 'resolvedRedirect', findRedirect, {
  type: ResolvedType,
  description: 'The redirect that means a path, and where it leads. Null if there is none.',
  given: ({ id }) => ({ siteId: id }),
  givenNames: ['siteId'],
  omit: ['organizationId'],
  subject: (site) => site,
  isLookup: true,
})
queryField('siteRedirect', getRedirect, {
  type: RedirectType,
  description: 'A redirect of a site.',
  rename: { siteRedirectId: 'id' },
  omit,
  from: row,
})

const redirect = { type: RedirectType, description: 'The redirect.', from: row }
mutation('createSiteRedirect', createRedirect, {
  description: 'Creates a redirect.',
  omit: ['organizationId'],
  payload: { redirect },
})
mutation('updateSiteRedirect', updateRedirect, {
  description: 'Changes a redirect. Omitted fields do not change.',
  omit,
  payload: { redirect },
})
graphqlEnum('SiteRedirectIntent', UpsertIntent, 'What a change of a redirect is about.', {
  live: 'The redirect that readers follow.',
  draft: 'Its draft.',
  publish: 'The draft takes the place of the redirect.',
})
const UpsertStatusEnum = graphqlEnum(
  'SiteRedirectResultStatus',
  UpsertStatus,
  'What became of one change of a redirect.',
  {
    created: 'The redirect was created.',
    updated: 'There was one, which was changed.',
    deleted: 'There is none any more.',
    published: 'The draft took the place of the redirect.',
    error: 'Nothing was changed, for the reason in `error`.',
  },
)
const UpsertResultType = builder.objectRef<UpsertResult>('SiteRedirectResult').implement({
  description: 'What became of one change of a redirect.',
  fields: (t) => ({
    status: t.field({ type: UpsertStatusEnum, description: 'The result.', resolve: ({ status }) => status }),
    source: t.exposeString('source', { description: 'The path on the site.' }),
    draft: t.exposeBoolean('draft', { description: 'Whether it is about a draft.' }),
    redirectId: t.id({
      nullable: true,
      description: 'The ID of the redirect. Null if there is none. REST calls this field `id`.',
      resolve: ({ id }) => id ?? null,
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why the change failed. Null if it succeeded.',
    }),
  }),
})
mutation('upsertSiteRedirects', upsertRedirects, {
  description:
    'Creates, changes, deletes and publishes redirects by their source. Each change succeeds or fails by itself.',
  omit: ['organizationId'],
  payload: {
    results: {
      type: [UpsertResultType],
      description: 'What became of each change, in the same order.',
      from: ({ results }) => results,
    },
  },
})
mutation('deleteSiteRedirect', deleteRedirect, {
  description: 'Deletes a redirect. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})

eventSubject({
  name: 'siteRedirect',
  within: 'organization',
  what: 'the redirect',
  type: RedirectType,
  loader: redirectById,
  idOf: ({ subject }) => subject.site_redirect,
})
