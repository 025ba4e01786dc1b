import { builder } from '../../../graphql/builder.ts'
import { queryField } from '../../../graphql/field.ts'
import { type ReadablePlace, type Resolved, resolvePublishedUrl } from './resolving.service.ts'
import { basePathOf, pathnameOf, placeUrl, siteBasePathOf } from './resolving.urls.ts'

const PlaceType = builder.objectRef<ReadablePlace>('PublishedPlace').implement({
  description: 'A place on a published site.',
  fields: (t) => ({
    organizationId: t.id({
      description: 'The ID of the organization.',
      resolve: ({ site }) => site.organizationId,
    }),
    siteId: t.id({ description: 'The ID of the site.', resolve: ({ site }) => site.id }),
    siteSectionId: t.id({
      nullable: true,
      description: 'The ID of the section. Null if the site has no sections.',
      resolve: ({ row }) => row.sectionId,
    }),
    siteSpaceId: t.id({ description: 'The ID of the site space.', resolve: ({ row }) => row.id }),
    spaceId: t.id({ description: 'The ID of the space.', resolve: ({ row }) => row.spaceId }),
    pageId: t.id({
      nullable: true,
      description:
        'The ID of the page. Null at the address of the site space itself, and where the caller sees no page.',
      resolve: ({ page }) => page?.id,
    }),
    basePath: t.string({
      description: 'The path of the site space in its address.',
      resolve: (place, _args, { urls }) => basePathOf(urls, place),
    }),
    siteBasePath: t.string({
      description: 'The path of the site in its address.',
      resolve: (place, _args, { urls }) => siteBasePathOf(urls, place),
    }),
    pathname: t.string({
      description: 'The path in the space, whether or not there is a page.',
      resolve: pathnameOf,
    }),
    complete: t.exposeBoolean('complete', {
      description:
        'Whether nothing that is appended to the address can mean another section or site space. False at an address below which the caller sees others.',
    }),
    shareKey: t.string({
      nullable: true,
      description: 'The key of the share link that opened the site.',
      resolve: ({ shareKey }) => shareKey,
    }),
    apiToken: t.string({
      nullable: true,
      description:
        'A bearer token that is valid until the end of the day (UTC) and the same for all visitors who see the same. It reads this site with `publishedSite` and its content with `publishedContent`, and searches it with `searchPublishedSite`, as this visitor, and nothing else. Null if the site does not admit the caller as a visitor.',
      resolve: ({ apiToken }) => apiToken,
    }),
    canonicalUrl: t.field({
      type: 'URL',
      description:
        'The address that search engines should know. In the preview of a site that is not published, where it will be.',
      resolve: (place, _args, { urls }) => placeUrl(urls, place),
    }),
  }),
})

type Redirect = Exclude<Resolved, { kind: 'content' }>

const RedirectType = builder.objectRef<Redirect>('PublishedRedirect').implement({
  description: 'Another address to open instead.',
  fields: (t) => ({
    external: t.boolean({
      description: 'Whether it is not an address of the site.',
      resolve: ({ kind }) => kind === 'elsewhere',
    }),
    url: t.field({
      type: 'URL',
      description: 'The URL to open.',
      resolve: (redirect, _args, { urls }) =>
        redirect.kind === 'elsewhere' ? redirect.url : placeUrl(urls, redirect, redirect.shareKey),
    }),
  }),
})

const LocationType = builder.unionType('PublishedLocation', {
  description: 'A place on a published site, or a redirect.',
  types: [PlaceType, RedirectType],
  resolveType: (resolved) =>
    (resolved as Resolved).kind === 'content' ? 'PublishedPlace' : 'PublishedRedirect',
})

queryField('resolvePublishedUrl', resolvePublishedUrl, {
  type: LocationType,
  description:
    'Resolves an address on a published site. Needs no API token where the visibility of the site, a share key or the token of a visitor opens it.',
  complexity: 10,
})
