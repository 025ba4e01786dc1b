import { builder } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { mutation, queryField } from '../../../graphql/field.ts'
import { IntegrationType } from '../integrations.graphql.ts'
import { type DevelopmentRow, developmentById, type IntegrationEventRow } from './development.loaders.ts'
import { type EventLog, EventStatus, LogLevel } from './development.model.ts'
import {
  endDevelopment,
  getIntegrationEvent,
  listIntegrationEvents,
  setDevelopment,
} from './development.service.ts'
import { queueIntegrationTask, renderIntegration } from './requests.service.ts'

declare module '../../../core/node-rows.ts' {
  interface NodeRows {
    IntegrationEvent: IntegrationEventRow
  }
}

const StatusEnum = graphqlEnum('IntegrationEventStatus', EventStatus, 'How the sending of an event ended.', {
  success: 'The tunnel accepted it.',
  failed: 'The tunnel rejected it, or did not answer.',
})
const LevelEnum = graphqlEnum('IntegrationLogLevel', LogLevel, 'The level of a log entry.', {
  debug: 'Details.',
  info: 'What happened as it should.',
  warn: 'What may be wrong.',
  error: 'What failed.',
})

const LogType = builder.objectRef<EventLog>('IntegrationEventLog').implement({
  description: 'An entry of the log of an event.',
  fields: (t) => ({
    level: t.field({ type: LevelEnum, description: 'The level.', resolve: ({ level }) => level }),
    message: t.exposeString('message', { description: 'What happened.' }),
    timestamp: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: ({ timestamp }) => new Date(timestamp),
    }),
  }),
})

const EventType = builder.prismaNode('IntegrationEvent', {
  description: 'An event that was sent to the tunnel of an integration.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    installationId: t.exposeID('installationId', {
      nullable: true,
      description: 'The ID of the installation. Null for a task.',
    }),
    payload: t.field({
      type: 'JSON',
      description: 'The event as it was sent.',
      resolve: ({ payload }) => payload,
    }),
    status: t.field({
      type: StatusEnum,
      description: 'How the sending ended.',
      resolve: ({ status }) => EventStatus.parse(status),
    }),
    logs: t.field({
      type: [LogType],
      description: 'What happened when it was sent.',
      resolve: ({ logs }) => logs as unknown as EventLog[],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
})

const DevelopmentType = builder.objectRef<DevelopmentRow>('IntegrationDevelopment').implement({
  description: 'The tunnel that events of an integration are sent to.',
  fields: (t) => ({
    tunnelUrl: t.expose('tunnelUrl', { type: 'URL', description: 'The URL of the tunnel.' }),
    all: t.exposeBoolean('all', {
      description: 'Whether events of all organizations are sent, not only those of the owner.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the tunnel was set.' }),
  }),
})

builder.objectFields(IntegrationType, (t) => ({
  development: t.field({
    type: DevelopmentType,
    nullable: true,
    description:
      'The tunnel that events are sent to. Null for callers who cannot publish it, and without development.',
    resolve: ({ id }, _args, { caller }) => caller.load(developmentById, id),
  }),
}))
connection(IntegrationType, 'events', listIntegrationEvents, {
  type: connectionType('IntegrationEvent', EventType),
  description: 'The events that were sent to its tunnel, newest first.',
})

queryField('integrationEvent', getIntegrationEvent, {
  type: EventType,
  description: 'An event that was sent to the tunnel of an integration.',
  rename: { eventId: 'id' },
  omit: ['integrationName'],
})

const integration = { type: IntegrationType, description: 'The integration.', from: (row: object) => row }
mutation('setIntegrationDevelopment', setDevelopment, {
  description: 'Sends the events of an integration to the tunnel of its author.',
  payload: { integration },
})
mutation('endIntegrationDevelopment', endDevelopment, {
  description: 'Sends no more events of an integration to a tunnel. Succeeds if none are sent.',
  payload: { integration },
})
mutation('queueIntegrationTask', queueIntegrationTask, {
  description: 'Sends a task to the tunnel of an integration, at once or later.',
  payload: { integration },
})
mutation('renderIntegration', renderIntegration, {
  description: 'Renders a component of an integration by its tunnel.',
  payload: {
    output: {
      type: 'JSON',
      description: 'What the code of the integration returned.',
      from: (output) => output,
    },
  },
})
