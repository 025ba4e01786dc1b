import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { listRoute, route, silentRoute } from '../../../rest/route.ts'
import { integrationPath } from '../integrations.urls.ts'
import type { IntegrationEventRow } from './development.loaders.ts'
import { type EventLog, EventStatus, LogLevel } from './development.model.ts'
import {
  endDevelopment,
  getIntegrationEvent,
  listIntegrationEvents,
  setDevelopment,
} from './development.service.ts'
import { queueIntegrationTask, renderIntegration } from './requests.service.ts'

const RestIntegrationEvent = z
  .object({
    id: z.string(),
    integrationId: z.string(),
    installationId: z.string().optional(),
    createdAt: Timestamp,
    payload: z.record(z.string(), z.unknown()).meta({ description: 'The event as it was sent.' }),
    status: EventStatus,
  })
  .meta({ id: 'IntegrationEvent' })

const RestTracedEvent = z
  .object({
    event: RestIntegrationEvent,
    trace: z.object({
      logs: z.array(z.object({ level: LogLevel, message: z.string(), timestamp: Timestamp })),
    }),
  })
  .meta({ id: 'IntegrationEventWithTrace' })

const toRestEvent = (row: IntegrationEventRow): z.input<typeof RestIntegrationEvent> => ({
  id: row.id,
  integrationId: row.integrationId,
  installationId: row.installationId ?? undefined,
  createdAt: row.createdAt.toISOString(),
  payload: row.payload as Record<string, unknown>,
  status: EventStatus.parse(row.status),
})

const path = `${integrationPath}/events`

export const developmentRoutes = [
  silentRoute('PUT', `${integrationPath}/dev`, setDevelopment, {
    summary: 'Send the events of an integration to the tunnel of its author',
  }),
  silentRoute('DELETE', `${integrationPath}/dev`, endDevelopment, {
    summary: 'Send no more events of an integration to a tunnel',
    status: 205,
  }),
  silentRoute('POST', `${integrationPath}/tasks`, queueIntegrationTask, {
    summary: 'Send a task to the tunnel of an integration, at once or later',
  }),
  route('POST', `${integrationPath}/render`, renderIntegration, {
    summary: 'Render a component of an integration by its tunnel',
    response: z.record(z.string(), z.unknown()),
    present: (output) => output,
  }),
  listRoute(path, listIntegrationEvents, {
    summary: 'List the events that were sent to the tunnel of an integration, newest first',
    item: RestIntegrationEvent,
    present: (rows) => rows.map(toRestEvent),
  }),
  route('GET', `${path}/:eventId`, getIntegrationEvent, {
    summary: 'Get an event that was sent to the tunnel of an integration, with its log',
    response: RestTracedEvent,
    present: (row) => ({ event: toRestEvent(row), trace: { logs: row.logs as unknown as EventLog[] } }),
  }),
]
