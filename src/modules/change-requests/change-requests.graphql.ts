import { DomainError } from '../../core/errors.ts'
import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, queryField } from '../../graphql/field.ts'
import { ownProperty } from '../../graphql/own-property.ts'
import { eventFields, eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { AppUrls, OrganizationType } from '../organizations/index.ts'
import { requiredSpace, SpaceType } from '../spaces/index.ts'
import { participantById, UserType, ViewerType } from '../users/index.ts'
import type { ChangeRequestRow } from './change-requests.loaders.ts'
import { changeRequestById } from './change-requests.loaders.ts'
import {
  ChangeRequestStatus,
  ChangeRequestStatusFilter,
  Involvement,
  SettableStatus,
} from './change-requests.model.ts'
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

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    ChangeRequest: ChangeRequestRow
  }
}

export const ChangeRequestStatusEnum = graphqlEnum(
  'ChangeRequestStatus',
  ChangeRequestStatus,
  'The status of a change request.',
  {
    draft: 'Work in progress.',
    open: 'Ready for review.',
    archived: 'Archived. It can be reopened.',
    merged: 'Merged into main content. This status is final.',
  },
)

graphqlEnum('ChangeRequestStatusFilter', ChangeRequestStatusFilter, 'Which change requests to list.', {
  all: 'All change requests.',
  draft: 'Drafts.',
  open: 'Change requests that are open for review.',
  archived: 'Archived change requests.',
  merged: 'Merged change requests.',
})

graphqlEnum(
  'SettableChangeRequestStatus',
  SettableStatus,
  'The statuses that a change request can be changed to.',
  {
    draft: 'Work in progress.',
    open: 'Ready for review.',
    archived: 'Archived. It can be reopened.',
  },
)

graphqlEnum('ChangeRequestInvolvement', Involvement, 'What you have to do with a change request.', {
  created: 'You created it.',
  'review-requested': 'Your review was requested, and you have not reviewed the current revision.',
})

export const ChangeRequestType = builder.prismaNode('ChangeRequest', {
  description: 'A set of proposed edits to the content of a space.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  include: { createdBy: true },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    number: t.exposeInt('number', { description: 'The number of the change request within its space.' }),
    status: t.field({
      type: ChangeRequestStatusEnum,
      description: 'The status of the change request.',
      extensions: ownProperty,
      resolve: (changeRequest) => changeRequest.status,
    }),
    subject: t.exposeString('subject', { description: 'The subject.' }),
    description: t.string({
      description: 'What it is about, in Markdown. Empty if there is no description.',
      resolve: async (changeRequest, _args, { caller }) =>
        caller.meter.text((await caller.load(descriptionText, descriptionIn(changeRequest))) ?? ''),
    }),
    createdBy: t.field({
      type: UserType,
      description: 'The user who created the change request.',
      extensions: ownProperty,
      resolve: (changeRequest) => changeRequest.createdBy,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the change request was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the resource was last updated.',
    }),
    mergedAt: t.expose('mergedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the change request was merged. Null until then.',
    }),
    mergedBy: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who merged the change request. Null until then, or if the account was deleted.',
      resolve: ({ mergedById }, _args, { caller }) =>
        mergedById === null ? null : caller.load(participantById, mergedById),
    }),
    commentsOpen: t.exposeInt('commentsOpen', {
      description: 'The number of open comments on this change request.',
    }),
    outdated: t.boolean({
      description:
        'Whether main content has changed since the change request was created or last updated from it.',
      extensions: ownProperty,
      resolve: (changeRequest) => changeRequest.outdated,
    }),
    space: t.field({
      type: SpaceType,
      description: 'The space of the change request.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
    urls: t.field({
      type: AppUrls,
      description: 'The URLs of the change request.',
      resolve: (row, _args, { urls }) => ({
        location: changeRequestUrl(urls, row.spaceId, row.id),
        app: urls.app(changeRequestAppPath(row)),
      }),
    }),
  }),
})

const ChangeRequestConnection = connectionType('ChangeRequest', ChangeRequestType)

connection(SpaceType, 'changeRequests', listChangeRequests, {
  type: ChangeRequestConnection,
  description: 'The change requests of this space, newest first.',
})
connection(OrganizationType, 'changeRequests', listOrganizationChangeRequests, {
  type: ChangeRequestConnection,
  description: 'The change requests of all spaces that are visible to you, newest first.',
})

connection(ViewerType, 'changeRequests', listViewerChangeRequests, {
  type: ChangeRequestConnection,
  nullable: true,
  description: 'The change requests of all organizations that concern you, newest first.',
})

const Contributor = builder.objectRef<ContributorRow>('Contributor').implement({
  description: 'A user who contributed to a change request.',
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'The user.', resolve: ({ user }) => user }),
    count: t.exposeInt('count', {
      description: 'The number of contributions: creating, editing, commenting, replying and reviewing.',
    }),
    edited: t.exposeBoolean('edited', {
      description: 'Whether the user edited the content. Others only commented or reviewed.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the user last contributed.' }),
  }),
})

connection(ChangeRequestType, 'contributors', listContributors, {
  type: connectionType('Contributor', Contributor),
  description: 'The users who contributed to this change request.',
})

queryField('changeRequest', getChangeRequest, {
  type: ChangeRequestType,
  description: 'A change request, by its ID or by its number within a space.',
  arguments: {
    args: builder.args((t) => ({
      spaceId: t.id({
        description: 'The ID of the space. Required with `number`. With `id`, it is checked if given.',
      }),
      id: t.id({ description: 'The ID of the change request.' }),
      number: t.int({ description: 'The number of the change request within its space.' }),
    })),
    input: ({ spaceId, id, number }) => {
      if ((id == null) === (number == null)) {
        throw new DomainError('invalid_input', 'Name the change request by its id or by its number.')
      }
      return { spaceId, changeRequestId: id ?? String(number) }
    },
  },
})

mutation('createChangeRequest', createChangeRequest, {
  description: 'Creates a change request with the status `DRAFT`.',
  payload: {
    changeRequest: { type: ChangeRequestType, description: 'The new change request.', from: (row) => row },
  },
})
mutation('updateChangeRequest', updateChangeRequest, {
  description:
    'Changes the subject or the description of a change request, or its status to draft, open or archived. A merged change request cannot be changed.',
  payload: {
    changeRequest: {
      type: ChangeRequestType,
      description: 'The change request.',
      from: (row) => row,
    },
  },
})

eventSubject({
  name: 'changeRequest',
  within: 'space',
  what: 'the change request',
  type: ChangeRequestType,
  loader: changeRequestById,
  idOf: ({ changeRequestId }) => changeRequestId,
})
/** A status that an event names. */
export const statusOf = (named: string | undefined) => (named ?? null) as 'draft' | null

eventFields('statuses', 'space', (t) => ({
  fromStatus: t.field({
    type: ChangeRequestStatusEnum,
    nullable: true,
    description: 'The previous status of the change request. Null if the status did not change.',
    resolve: ({ subject }) => statusOf(subject.fromStatus),
  }),
  toStatus: t.field({
    type: ChangeRequestStatusEnum,
    nullable: true,
    description: 'The new status of the change request. Null if the status did not change.',
    resolve: ({ subject }) => statusOf(subject.toStatus),
  }),
}))
