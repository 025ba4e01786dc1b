import type { ObjectRef } from '@pothos/core'
import { DomainError } from '../../core/errors.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { eventFields, eventSubject } from '../../graphql/event-subjects.ts'
import { mutation, queryField } from '../../graphql/field.ts'
import { ownProperty } from '../../graphql/own-property.ts'
import { AppUrls, OrganizationType } from '../organizations/index.ts'
import { requiredSpace, SpaceType } from '../spaces/index.ts'
import { participantById, UserType } from '../users/index.ts'
import type { ChangeRequestRow } from './change-requests.loaders.ts'
import { changeRequestById } from './change-requests.loaders.ts'
import { ChangeRequestStatus, ChangeRequestStatusFilter, SettableStatus } from './change-requests.model.ts'
import {
  createChangeRequest,
  getChangeRequest,
  listChangeRequests,
  listContributors,
  listOrganizationChangeRequests,
  updateChangeRequest,
} from './change-requests.service.ts'
import { changeRequestUrl } from './change-requests.urls.ts'
import type { ContributorRow } from './contributors.ts'

export const ChangeRequestStatusEnum = graphqlEnum(
  'ChangeRequestStatus',
  ChangeRequestStatus,
  'How far a change request has come.',
  {
    draft: 'It is being written.',
    open: 'It is ready for review.',
    archived: 'It was put aside, and can be taken up again.',
    merged: 'It is in main content. This is final.',
  },
)

graphqlEnum('ChangeRequestStatusFilter', ChangeRequestStatusFilter, 'Which change requests to list.', {
  all: 'All change requests.',
  draft: 'Drafts.',
  open: 'Change requests that are open for review.',
  archived: 'Archived change requests.',
  merged: 'Merged change requests.',
})

graphqlEnum('SettableChangeRequestStatus', SettableStatus, 'What a change request may be moved to.', {
  draft: 'It is being written.',
  open: 'It is ready for review.',
  archived: 'It is put aside, and can be taken up again.',
})

const ChangeRequestNode = builder.prismaNode('ChangeRequest', {
  description: 'Proposed edits to a space.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  include: { createdBy: true },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    number: t.exposeInt('number', { description: 'Its number within the space.' }),
    status: t.field({
      type: ChangeRequestStatusEnum,
      description: 'How far it has come.',
      extensions: ownProperty,
      resolve: (changeRequest) => changeRequest.status,
    }),
    subject: t.exposeString('subject', { description: 'What it is about.' }),
    createdBy: t.field({
      type: UserType,
      description: 'Who opened it.',
      extensions: ownProperty,
      resolve: (changeRequest) => changeRequest.createdBy,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    mergedAt: t.expose('mergedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was merged; null until then.',
    }),
    mergedBy: t.field({
      type: UserType,
      nullable: true,
      description: 'Who merged it; null until then, and when their account was deleted.',
      resolve: ({ mergedById }, _args, { caller }) =>
        mergedById === null ? null : caller.load(participantById, mergedById),
    }),
    commentsOpen: t.exposeInt('commentsOpen', { description: 'Open comments on it.' }),
    outdated: t.boolean({
      description: 'Whether main content has moved on since it last took it in.',
      extensions: ownProperty,
      resolve: (changeRequest) => (changeRequest as unknown as ChangeRequestRow).outdated,
    }),
    space: t.field({
      type: SpaceType,
      description: 'The space that it proposes edits to.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
    urls: t.field({
      type: AppUrls,
      description: 'Where the change request is found.',
      resolve: ({ id, spaceId, number }, _args, { urls }) => ({
        location: changeRequestUrl(urls, spaceId, id),
        app: urls.app(`/s/${spaceId}/changes/${number}`),
      }),
    }),
  }),
})
// Rows of this type always come from the module's loaders, which join the author and compute `outdated`.
export const ChangeRequestType = ChangeRequestNode as unknown as ObjectRef<Types, ChangeRequestRow>

const ChangeRequestConnection = connectionType('ChangeRequest', ChangeRequestType)

connection(SpaceType, 'changeRequests', listChangeRequests, {
  type: ChangeRequestConnection,
  description: 'Its change requests, newest first; the open ones unless told otherwise.',
})
connection(OrganizationType, 'changeRequests', listOrganizationChangeRequests, {
  type: ChangeRequestConnection,
  description:
    'The change requests of all spaces that you may see, newest first; the open ones unless told otherwise.',
})

const Contributor = builder.objectRef<ContributorRow>('Contributor').implement({
  description: 'Somebody who took part in a change request.',
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'Who it is.', resolve: ({ user }) => user }),
    count: t.exposeInt('count', {
      description: 'How often: opening, editing, commenting, replying and reviewing count.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When they last did.' }),
  }),
})

connection(ChangeRequestType, 'contributors', listContributors, {
  type: connectionType('Contributor', Contributor),
  description: 'Who took part in it.',
})

queryField('changeRequest', getChangeRequest, {
  type: ChangeRequestType,
  description: 'A change request of a space, by its id or by its number.',
  arguments: {
    args: builder.args((t) => ({
      spaceId: t.id({ description: 'The space. Required with `number`; with `id`, it is checked if given.' }),
      id: t.id({ description: 'The id of the change request.' }),
      number: t.int({ description: 'Its number within the space.' }),
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
  description: 'Opens a change request, as a draft.',
  payload: {
    changeRequest: { type: ChangeRequestType, description: 'The new change request.', from: (row) => row },
  },
})
mutation('updateChangeRequest', updateChangeRequest, {
  description:
    'Changes the subject of a change request, or moves it between draft, open and archived. A merged one is final.',
  payload: {
    changeRequest: {
      type: ChangeRequestType,
      description: 'The change request as it is now.',
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
eventFields('statuses', 'space', (t) => ({
  fromStatus: t.field({
    type: ChangeRequestStatusEnum,
    nullable: true,
    description: 'The status that a change request left; null when it left none.',
    resolve: ({ subject }) => (subject.fromStatus ?? null) as 'draft' | null,
  }),
  toStatus: t.field({
    type: ChangeRequestStatusEnum,
    nullable: true,
    description: 'The status that a change request got; null when it got none.',
    resolve: ({ subject }) => (subject.toStatus ?? null) as 'draft' | null,
  }),
}))
