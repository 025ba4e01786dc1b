import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { deletedPayload, mutation, queryField } from '../../../graphql/field.ts'
import { eventSubject } from '../../../graphql/subscriptions/event-subjects.ts'
import { SiteType } from '../sites.graphql.ts'
import { requiredSite } from '../sites.loaders.ts'
import { type ShareLinkRow, shareLinkById } from './share-links.loaders.ts'
import {
  createShareLink,
  deleteShareLink,
  getShareLink,
  listShareLinks,
  updateShareLink,
} from './share-links.service.ts'
import { sharedUrl, shareLinkUrl } from './share-links.urls.ts'

declare module '../../../core/node-rows.ts' {
  interface NodeRows {
    ShareLink: ShareLinkRow
  }
}

const UrlsType = builder.objectRef<ShareLinkRow>('ShareLinkUrls').implement({
  description: 'The URLs of a share link.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: (row, _args, { urls }) => shareLinkUrl(urls, row),
    }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL of the site with the key of the link. Null while the site is not published.',
      resolve: async (row, _args, { caller, urls }) => (await sharedUrl(urls, caller, row)) ?? null,
    }),
  }),
})

const ShareLinkType = builder.prismaNode('ShareLink', {
  description: 'A link that opens a site with the visibility `SHARE_LINK` to everyone who has it.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    name: t.exposeString('name', { description: 'The name.' }),
    active: t.exposeBoolean('active', { description: 'Whether the link opens the site.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    site: t.field({
      type: SiteType,
      description: 'The site.',
      resolve: ({ siteId }, _args, { caller }) => caller.load(requiredSite, siteId),
    }),
  }),
})

builder.objectField(ShareLinkType, 'urls', (t) =>
  t.field({ type: UrlsType, description: 'The URLs of the share link.', resolve: (row) => row }),
)

connection(SiteType, 'shareLinks', listShareLinks, {
  type: connectionType('ShareLink', ShareLinkType),
  description: 'The share links, oldest first. Requires the role create, because a link shows its key.',
})

/** GraphQL names a share link by its own ID. */
const omit = ['organizationId', 'siteId']

queryField('shareLink', getShareLink, {
  type: ShareLinkType,
  description: 'A share link of a site.',
  rename: { shareLinkId: 'id' },
  omit,
})

const shareLink = { type: ShareLinkType, description: 'The share link.', from: (row: ShareLinkRow) => row }

mutation('createSiteShareLink', createShareLink, {
  description: 'Creates a share link of a site. It is active.',
  omit: ['organizationId'],
  payload: { shareLink },
})
mutation('updateSiteShareLink', updateShareLink, {
  description: 'Renames a share link, or changes whether it is active. Omitted fields do not change.',
  omit,
  payload: { shareLink },
})
mutation('deleteSiteShareLink', deleteShareLink, {
  description: 'Deletes a share link, which stops working immediately. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})

eventSubject({
  name: 'shareLink',
  within: 'organization',
  what: 'the share link',
  type: ShareLinkType,
  loader: shareLinkById,
  idOf: ({ subject }) => subject.share_link,
})
