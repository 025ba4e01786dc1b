import type { ObjectRef } from '@pothos/core'
import { DomainError } from '../../core/errors.ts'
import { boundOperations } from '../../graphql/bindings.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation } from '../../graphql/field.ts'
import { ownProperty } from '../../graphql/own-property.ts'
import { AppUrls } from '../organizations/index.ts'
import { getSpaceRow, SpaceType } from '../spaces/index.ts'
import { UserType } from '../users/index.ts'
import type { ChangeRequestRow } from './change-requests.loaders.ts'
import { ChangeRequestStatus } from './change-requests.model.ts'
import { createChangeRequest, getChangeRequest, listChangeRequests } from './change-requests.service.ts'

const StatusEnum = graphqlEnum(
  'ChangeRequestStatus',
  ChangeRequestStatus,
  'How far a change request has come.',
)

const ChangeRequestNode = builder.prismaNode('ChangeRequest', {
  description: 'Proposed edits to a space.',
  id: { field: 'id', description: 'The id, the same at both doors.' },
  include: { createdBy: true },
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Its number within the space.' }),
    status: t.field({
      type: StatusEnum,
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
    openComments: t.exposeInt('commentsOpen', { description: 'Open comments on it.' }),
    outdated: t.boolean({
      description: 'Whether main content has moved on since it last took it in.',
      extensions: ownProperty,
      resolve: (changeRequest) => (changeRequest as unknown as ChangeRequestRow).outdated,
    }),
    space: t.field({
      type: SpaceType,
      description: 'The space that it proposes edits to.',
      resolve: ({ spaceId }, _args, { caller }) => getSpaceRow(caller.reads(), spaceId),
    }),
    urls: t.field({
      type: AppUrls,
      description: 'Where the change request is found.',
      resolve: ({ id, spaceId, number }, _args, { urls }) => ({
        location: urls.changeRequest(spaceId, id),
        app: urls.app(`/s/${spaceId}/changes/${number}`),
      }),
    }),
  }),
})
// Rows of this type always come from the module's loaders, which join the author and compute `outdated`.
export const ChangeRequestType = ChangeRequestNode as unknown as ObjectRef<Types, ChangeRequestRow>

connection(SpaceType, 'changeRequests', listChangeRequests, {
  type: connectionType('ChangeRequest', ChangeRequestType),
  description: 'Its change requests, newest first; the open ones unless told otherwise.',
})

boundOperations.add(getChangeRequest.id)
builder.queryField('changeRequest', (t) =>
  t.field({
    type: ChangeRequestType,
    nullable: true,
    description: 'A change request of a space, by its id or by its number.',
    args: {
      spaceId: t.arg.id({ required: true, description: 'The space.' }),
      id: t.arg.id({ description: 'The id of the change request.' }),
      number: t.arg.int({ description: 'Its number within the space.' }),
    },
    resolve: (_root, { spaceId, id, number }, { caller }) => {
      if ((id == null) === (number == null)) {
        throw new DomainError('invalid_input', 'Name the change request by its id or by its number.')
      }
      return caller.call(getChangeRequest, { spaceId, changeRequestId: id ?? String(number) })
    },
  }),
)

mutation('createChangeRequest', createChangeRequest, {
  description: 'Opens a change request, as a draft.',
  payload: {
    changeRequest: { type: ChangeRequestType, description: 'The new change request.', from: (row) => row },
  },
})
