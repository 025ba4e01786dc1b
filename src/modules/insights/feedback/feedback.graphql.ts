import type { SiteFeedback } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { deletedPayload, mutation, queryField } from '../../../graphql/field.ts'
import { eventSubject } from '../../../graphql/subscriptions/event-subjects.ts'
import { requiredSite, SiteType } from '../../sites/index.ts'
import { feedbackById, feedbackUrl } from './feedback.loaders.ts'
import { FeedbackRating } from './feedback.model.ts'
import { deleteFeedback, getFeedback, listFeedback } from './feedback.service.ts'

const RatingEnum = graphqlEnum('SiteFeedbackRating', FeedbackRating, 'How a reader rates a page.', {
  bad: 'It did not help.',
  ok: 'It helped a little.',
  good: 'It helped.',
})

const FeedbackType = builder.prismaNode('SiteFeedback', {
  description: 'What a reader of a site says about a page. Nothing in it identifies the reader.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    rating: t.field({
      type: RatingEnum,
      description: 'How the reader rates the page.',
      resolve: ({ rating }) => FeedbackRating.parse(rating),
    }),
    comment: t.exposeString('comment', { nullable: true, description: 'What the reader wrote.' }),
    pageId: t.exposeString('pageId', { description: 'The ID of the page.' }),
    pageTitle: t.exposeString('pageTitle', { description: 'The title of the page when it was rated.' }),
    spaceId: t.exposeString('spaceId', { description: 'The ID of the space of the page.' }),
    siteSpaceId: t.exposeString('siteSpaceId', { description: 'The ID of the site space.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: async ({ id, siteId }, _args, { caller, urls }) =>
        feedbackUrl(urls, await caller.load(requiredSite, siteId), id),
    }),
    site: t.field({
      type: SiteType,
      description: 'The site.',
      resolve: ({ siteId }, _args, { caller }) => caller.load(requiredSite, siteId),
    }),
  }),
})

connection(SiteType, 'feedback', listFeedback, {
  type: connectionType('SiteFeedback', FeedbackType),
  description: 'The feedback of readers, newest first.',
})

const omit = ['organizationId', 'siteId']
queryField('siteFeedback', getFeedback, {
  type: FeedbackType,
  description: 'Feedback of a reader of a site.',
  rename: { siteFeedbackId: 'id' },
  omit,
  from: ({ row }: { row: SiteFeedback }) => row,
})
mutation('deleteSiteFeedback', deleteFeedback, {
  description: 'Deletes feedback of a reader. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})

eventSubject({
  name: 'siteFeedback',
  within: 'organization',
  what: 'the feedback',
  type: FeedbackType,
  loader: feedbackById,
  idOf: ({ subject }) => subject.site_feedback,
})
