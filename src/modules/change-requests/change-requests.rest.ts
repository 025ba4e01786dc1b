import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, route, type View } from '../../rest/route.ts'
import { documentOf } from '../documents/index.ts'
import { RestUser, toRestUser } from '../users/index.ts'
import type { ChangeRequestRow } from './change-requests.loaders.ts'
import { ChangeRequestStatus } from './change-requests.model.ts'
import {
  createChangeRequest,
  getChangeRequest,
  listChangeRequests,
  listContributors,
  listOrganizationChangeRequests,
  listViewerChangeRequests,
  updateChangeRequest,
} from './change-requests.service.ts'
import { changeRequestAppPath, changeRequestUrl } from './change-requests.urls.ts'
import type { ContributorRow } from './contributors.ts'
import { descriptionIn, descriptionText } from './description.ts'

export const RestChangeRequest = z
  .object({
    object: z.literal('change-request'),
    id: z.string(),
    number: z.int(),
    status: ChangeRequestStatus,
    subject: z.string(),
    description: z.unknown().optional().meta({
      description:
        'What it is about, as a document. In responses with a single change request that has a description.',
    }),
    descriptionMarkdown: z.string().optional().meta({ description: 'The same in Markdown.' }),
    createdBy: RestUser,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    space: z.string(),
    revision: z.string(),
    revisionInitial: z.string(),
    revisionMergedAncestor: z.string().optional(),
    revisionMerged: z.string().optional(),
    comments: z.int(),
    outdated: z.boolean(),
    urls: z.object({ app: z.string(), location: z.string() }),
  })
  .meta({ id: 'ChangeRequest' })

export function toRestChangeRequest(row: ChangeRequestRow, view: View): z.input<typeof RestChangeRequest> {
  const { urls } = view
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    createdBy: toRestUser(row.createdBy, view),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    space: row.spaceId,
    revision: row.revisionId,
    revisionInitial: row.revisionInitialId,
    revisionMergedAncestor: row.revisionMergedAncestorId ?? undefined,
    revisionMerged: row.revisionMergedId ?? undefined,
    comments: row.commentsOpen,
    outdated: row.outdated,
    urls: {
      app: urls.app(changeRequestAppPath(row)),
      location: changeRequestUrl(urls, row.spaceId, row.id),
    },
  }
}

const RestContributor = z
  .object({ updatedAt: Timestamp, count: z.int(), user: RestUser, actionType: z.enum(['edit', 'comment']) })
  .meta({ id: 'Contributor' })

const toRestContributor = ({ updatedAt, count, user, edited }: ContributorRow, view: View) => ({
  updatedAt: updatedAt.toISOString(),
  count,
  user: toRestUser(user, view),
  actionType: edited ? ('edit' as const) : ('comment' as const),
})

/** With its description, which lists leave out: it can be long, and has to be parsed. */
async function toDescribed(row: ChangeRequestRow, view: View): Promise<z.input<typeof RestChangeRequest>> {
  const changeRequest = toRestChangeRequest(row, view)
  if (row.descriptionBytes === 0) return changeRequest
  const { caller } = view
  const markdown = (await caller.load(descriptionText, descriptionIn(row))) ?? ''
  const description = await caller.load(documentOf, markdown)
  return { ...changeRequest, description, descriptionMarkdown: caller.meter.text(markdown) }
}

const changeRequest = { response: RestChangeRequest, present: toDescribed }

export const routes = [
  listRoute('/orgs/:organizationId/change-requests', listOrganizationChangeRequests, {
    summary: 'List the change requests of all spaces that you can see, newest first',
    item: RestChangeRequest,
    present: (rows, view) => rows.map((row) => toRestChangeRequest(row, view)),
  }),
  listRoute('/spaces/:spaceId/change-requests', listChangeRequests, {
    summary: 'List the change requests of a space, newest first',
    item: RestChangeRequest,
    present: (rows, view) => rows.map((row) => toRestChangeRequest(row, view)),
  }),
  listRoute('/user/change-requests', listViewerChangeRequests, {
    summary: 'List the change requests of all organizations that you created or should review, newest first',
    item: RestChangeRequest,
    present: (rows, view) => rows.map((row) => toRestChangeRequest(row, view)),
  }),
  route('POST', '/spaces/:spaceId/change-requests', createChangeRequest, {
    summary: 'Open a change request',
    status: 201,
    ...changeRequest,
    location: (row, { urls }) => changeRequestUrl(urls, row.spaceId, row.id),
  }),
  route('GET', '/spaces/:spaceId/change-requests/:changeRequestId', getChangeRequest, {
    summary: 'Get a change request by id or number',
    ...changeRequest,
  }),
  route('PATCH', '/spaces/:spaceId/change-requests/:changeRequestId', updateChangeRequest, {
    summary: 'Update the subject, the description or the status of a change request',
    ...changeRequest,
  }),
  listRoute('/spaces/:spaceId/change-requests/:changeRequestId/contributors', listContributors, {
    summary: 'List the contributors of a change request',
    item: RestContributor,
    present: (rows, view) => rows.map((row) => toRestContributor(row, view)),
  }),
]
