import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { deletedPayload, mutation, queryField } from '../../../graphql/field.ts'
import { eventSubject } from '../../../graphql/subscriptions/event-subjects.ts'
import { SiteType } from '../sites.graphql.ts'
import { requiredSite } from '../sites.loaders.ts'
import { imageUrl } from './image-references.ts'
import { type ImageRow, imageById, imageLocation } from './images.loaders.ts'
import { createSiteImage, deleteSiteImage, getSiteImage, listSiteImages } from './images.service.ts'

declare module '../../../core/node-rows.ts' {
  interface NodeRows {
    SiteImage: ImageRow
  }
}

const ImageType = builder.prismaNode('SiteImage', {
  description: 'An image of a site, such as its logo. Its bytes never change.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    name: t.exposeString('name', { description: 'The name of the file.' }),
    contentType: t.exposeString('contentType', { description: 'The media type.' }),
    size: t.exposeInt('size', { description: 'The size in bytes.' }),
    width: t.exposeInt('width', { nullable: true, description: 'The width in pixels, if it is known.' }),
    height: t.exposeInt('height', { nullable: true, description: 'The height in pixels, if it is known.' }),
    source: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL that it was fetched from. Null if it was uploaded.',
      resolve: ({ sourceUrl }) => sourceUrl,
    }),
    url: t.field({
      type: 'URL',
      description: 'The URL of the image, which anyone can read.',
      resolve: ({ id }, _args, { urls }) => imageUrl(urls.settings, id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: async ({ id, siteId }, _args, { caller, urls }) =>
        imageLocation(urls, await caller.load(requiredSite, siteId), id),
    }),
    site: t.field({
      type: SiteType,
      description: 'The site.',
      resolve: ({ siteId }, _args, { caller }) => caller.load(requiredSite, siteId),
    }),
  }),
})

connection(SiteType, 'images', listSiteImages, {
  type: connectionType('SiteImage', ImageType),
  description: 'The images that were added to the site, oldest first.',
})

const row = (placed: { row: ImageRow }) => placed.row
const omit = ['organizationId', 'siteId']

queryField('siteImage', getSiteImage, {
  type: ImageType,
  description: 'An image of a site.',
  rename: { siteImageId: 'id' },
  omit,
  from: row,
})
mutation('createSiteImage', createSiteImage, {
  description:
    'Adds an image to a site, in base64 or by its URL. One with the same bytes is returned as it is.',
  omit: ['organizationId'],
  payload: { image: { type: ImageType, description: 'The image.', from: row } },
})
mutation('deleteSiteImage', deleteSiteImage, {
  description: 'Deletes an image that is no longer shown. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})

eventSubject({
  name: 'siteImage',
  within: 'organization',
  what: 'the image',
  type: ImageType,
  loader: imageById,
  idOf: ({ subject }) => subject.site_image,
})
