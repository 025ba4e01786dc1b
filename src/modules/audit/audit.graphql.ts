import type { ObjectRef } from '@pothos/core'
import { builder, type Types } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { OrganizationType } from '../organizations/index.ts'
import { UserType, userById } from '../users/index.ts'
import { type AuditEvent, labelOf } from './audit.loaders.ts'
import { Action, type Thing, thingsOf } from './audit.model.ts'
import { listAuditEvents } from './audit.service.ts'

export const ActionEnum = graphqlEnum('EventAction', Action, 'What happened.')

interface Labelled {
  type: string
  id: string | null
  organizationId: string
}

const named = ({ organizationId }: AuditEvent, thing: Thing): Labelled => ({ ...thing, organizationId })

const EventThing = builder.objectRef<Labelled>('EventThing').implement({
  description: 'Something that an event is about. It may be gone.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Its kind, e.g. `space`.' }),
    nodeId: t.id({
      description: 'Its id, which `node(id:)` takes while it is there.',
      resolve: ({ id }) => id ?? '',
    }),
    label: t.string({
      nullable: true,
      description: 'What it is called now; null when it is gone or has no name.',
      resolve: ({ organizationId, id }, _args, { caller }) =>
        caller.load(labelOf, { organizationId, id: id ?? '' }),
    }),
  }),
})

const EventActor = builder.objectRef<Labelled>('EventActor').implement({
  description: 'Who did something: a user, or the system itself.',
  fields: (t) => ({
    type: t.exposeString('type', { description: '`user`, or `system` for what happened by itself.' }),
    userId: t.exposeID('id', { nullable: true, description: 'The id of the user, also when they are gone.' }),
    label: t.string({
      nullable: true,
      description: 'The name of the user.',
      resolve: ({ organizationId, id }, _args, { caller }) =>
        id === null ? null : caller.load(labelOf, { organizationId, id }),
    }),
    user: t.field({
      type: UserType,
      nullable: true,
      description: 'The user, while you may see them.',
      resolve: ({ id }, _args, { caller }) => (id === null ? null : caller.load(userById, id)),
    }),
  }),
})

const EventRef = builder.objectRef<AuditEvent>('Event')
builder.node(EventRef, {
  description: 'Something that happened in an organization, as its log keeps it.',
  id: {
    resolve: (event) => event.id,
    description: 'The id, the same at both doors. Ids sort as the log does.',
  },
  fields: (t) => ({
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened.' }),
    action: t.field({
      type: ActionEnum,
      description: 'What happened.',
      resolve: ({ type }) => type,
    }),
    actor: t.field({
      type: EventActor,
      description: 'Who did it.',
      resolve: ({ organizationId, actorId: id }) => ({
        type: id === null ? 'system' : 'user',
        id,
        organizationId,
      }),
    }),
    target: t.field({
      type: EventThing,
      description: 'What it happened to.',
      resolve: (event) => named(event, thingsOf(event).target),
    }),
    related: t.field({
      type: [EventThing],
      description: 'What else it concerns.',
      resolve: (event) => thingsOf(event).related.map((thing) => named(event, thing)),
    }),
  }),
})

connection(OrganizationType, 'auditEvents', listAuditEvents, {
  type: connectionType('Event', EventRef as unknown as ObjectRef<Types, AuditEvent>),
  nullable: true,
  description: 'Who did what here, the newest first. For admins.',
})
