import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { eventCursor } from '../../core/events/event-cursor.ts'
import { EventTypeSchema, eventTypes } from '../../core/events/events.ts'
import { lazyEnum } from '../../core/fields.ts'
import { prefixes } from '../../core/ids.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { loadNode } from '../../graphql/node.ts'
import {
  ChangeRequestStatusEnum,
  ChangeRequestType,
  changeRequestById,
  statusOf,
} from '../change-requests/index.ts'
import { CommentType, commentById, ReplyType, replyById } from '../comments/index.ts'
import { OrganizationType } from '../organizations/index.ts'
import { SpaceType, spaceById } from '../spaces/index.ts'
import { knownUserById, UserType } from '../users/index.ts'
import {
  type EventRow,
  labelOf,
  organizationEventCursor,
  spaceEventCursor,
  visibleActor,
} from './events.loaders.ts'
import { subjectTypeOf, type Thing, thingsOf } from './events.model.ts'
import { listEvents, listSpaceEvents } from './events.service.ts'

export const EventTypeEnum = graphqlEnum('EventType', EventTypeSchema, 'The type of the event.', () =>
  Object.fromEntries(eventTypes.entries().map(([type, { description }]) => [type, description])),
)

const ActorType = graphqlEnum('EventActorType', z.enum(['user', 'system']), 'The type of an actor.', {
  user: 'A user.',
  system: 'The system.',
})

const SubjectType = lazyEnum(() => prefixes.names().map(subjectTypeOf))
const SubjectTypeEnum = graphqlEnum('EventSubjectType', SubjectType, 'The type of a resource.', () =>
  Object.fromEntries(
    prefixes.names().map((kind) => [subjectTypeOf(kind), `A resource of the type \`${kind}\`.`]),
  ),
)

interface Labelled {
  type: string
  id: string | null
  organizationId: string
  isAdministrated: boolean
}

const named = ({ organizationId, isAdministrated }: EventRow, thing: Thing): Labelled => ({
  ...thing,
  organizationId,
  isAdministrated,
})

const EventSubject = builder.objectRef<Labelled>('EventSubject').implement({
  description: 'A resource that an event is about. It may have been deleted.',
  fields: (t) => ({
    type: t.field({
      type: SubjectTypeEnum,
      description: 'The type of the resource.',
      resolve: ({ type }) => type,
    }),
    subjectId: t.id({
      description: 'The ID of the resource. REST calls this field `id`.',
      resolve: ({ id }) => id ?? '',
    }),
    node: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'The resource in its current state. Null if it was deleted or is not visible to you.',
      resolve: ({ id }, _args, ctx) => loadNode(ctx, id ?? ''),
    }),
    label: t.string({
      nullable: true,
      description:
        'The current name of the resource. Null if it was deleted or has no name, and for everyone except admins.',
      resolve: ({ organizationId, id, isAdministrated }, _args, { caller }) =>
        isAdministrated ? caller.load(labelOf, { organizationId, id: id ?? '' }) : null,
    }),
  }),
})

const EventActor = builder.objectRef<Labelled>('EventActor').implement({
  description: 'The actor of an event: a user or the system.',
  fields: (t) => ({
    type: t.field({
      type: ActorType,
      description: 'The type of the actor.',
      resolve: ({ id }) => (id === null ? 'system' : 'user'),
    }),
    userId: t.id({
      nullable: true,
      description:
        'The ID of the user. Null for the system, or if the user is not visible to you. Admins also get the IDs of deleted users.',
      resolve: ({ id: actorId, isAdministrated }, _args, { caller }) =>
        caller.load(visibleActor, { actorId, isAdministrated }),
    }),
    label: t.string({
      nullable: true,
      description: 'The name of the user. Null for the system.',
      resolve: async ({ organizationId, id, isAdministrated }, _args, { caller }) => {
        if (id === null) return null
        if (isAdministrated) return caller.load(labelOf, { organizationId, id })
        return (await caller.load(knownUserById, id))?.displayName ?? null
      },
    }),
    user: t.field({
      type: UserType,
      nullable: true,
      description: 'The user. Null for the system, or if the user is not visible to you.',
      resolve: ({ id }, _args, { caller }) => (id === null ? null : caller.load(knownUserById, id)),
    }),
  }),
})

export const EventNode = builder.objectRef<EventRow>('Event')
builder.node(EventNode, {
  description: 'An event in the log of an organization.',
  id: {
    resolve: (event) => event.id,
    description: 'The ID. REST uses the same ID. IDs sort in the order of the log.',
  },
  fields: (t) => ({
    cursor: t.string({
      description: 'The cursor of this event, for `after` of lists of events and of subscriptions.',
      resolve: eventCursor,
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When the event occurred.' }),
    type: t.field({
      type: EventTypeEnum,
      description: 'The type of the event.',
      resolve: ({ type }) => type,
    }),
    actor: t.field({
      type: EventActor,
      description: 'The actor of the event.',
      resolve: ({ organizationId, isAdministrated, actorId: id }) => ({
        type: id === null ? 'system' : 'user',
        id,
        organizationId,
        isAdministrated,
      }),
    }),
    target: t.field({
      type: EventSubject,
      description: 'The resource that the event is about.',
      resolve: (event) => named(event, thingsOf(event).target),
    }),
    related: t.field({
      type: [EventSubject],
      description: 'Other resources that the event concerns.',
      resolve: (event) => thingsOf(event).related.map((thing) => named(event, thing)),
    }),
    space: t.field({
      type: SpaceType,
      nullable: true,
      description: 'The space. Null if the event is not about one, or if it is not visible to you.',
      resolve: ({ spaceId }, _args, { caller }) =>
        spaceId === null ? null : caller.load(spaceById, spaceId),
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request. Null if the event is not about one, or if it was deleted.',
      resolve: ({ changeRequestId }, _args, { caller }) =>
        changeRequestId === null ? null : caller.load(changeRequestById, changeRequestId),
    }),
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
    comment: t.field({
      type: CommentType,
      nullable: true,
      description: 'The comment. Null if the event is not about one, or if it was deleted.',
      resolve: ({ subject }, _args, { caller }) =>
        subject.comment ? caller.load(commentById, subject.comment) : null,
    }),
    reply: t.field({
      type: ReplyType,
      nullable: true,
      description: 'The reply. Null if the event is not about one, or if it was deleted.',
      resolve: ({ subject }, _args, { caller }) =>
        subject.reply ? caller.load(replyById, subject.reply) : null,
    }),
  }),
})

export const EventConnectionType = connectionType('Event', EventNode)

const description =
  'in commit order: no event is ever inserted before one that was returned. Only events that are visible to you.'

connection(OrganizationType, 'events', listEvents, {
  type: EventConnectionType,
  nullable: true,
  description: `The events of the organization, ${description}`,
})
connection(SpaceType, 'events', listSpaceEvents, {
  type: EventConnectionType,
  nullable: true,
  isIncludedByRest: true,
  description: `The events of this space, ${description}`,
})

for (const [type, loader] of [
  [OrganizationType, organizationEventCursor],
  [SpaceType, spaceEventCursor],
] as const) {
  builder.objectField(type as ObjectRef<Types, { id: string }>, 'eventCursor', (t) =>
    t.string({
      description:
        'The current end of the event log. Read it before a snapshot and pass it as `after` to a subscription, which then gives everything that the snapshot may lack.',
      resolve: async ({ id }, _args, { caller }) => (await caller.load(loader, id)) ?? '',
    }),
  )
}
