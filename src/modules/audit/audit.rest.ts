import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, route, type View } from '../../rest/route.ts'
import { type EventRow, labelOf, type Thing, thingsOf } from '../events/index.ts'
import { organizationUrl } from '../organizations/index.ts'
import { getAuditEvent, listAuditEventActions, listAuditEvents } from './audit.service.ts'

const RestThing = z
  .object({ type: z.string(), id: z.string(), label: z.string().optional() })
  .meta({ id: 'AuditSubject' })

const RestAuditEvent = z
  .object({
    object: z.literal('audit-event'),
    id: z.string(),
    occurredAt: Timestamp,
    action: z.string(),
    actor: z.object({ type: z.string(), id: z.string().optional(), label: z.string().optional() }),
    target: RestThing,
    related: z.array(RestThing),
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'AuditEvent' })

async function toRestAuditEvent(
  event: EventRow,
  { caller, urls }: View,
): Promise<z.input<typeof RestAuditEvent>> {
  const { organizationId, actorId } = event
  const labelled = async (thing: Thing) => ({
    ...thing,
    label: (await caller.load(labelOf, { organizationId, id: thing.id })) ?? undefined,
  })
  const { target, related } = thingsOf(event)
  const [actor, labelledTarget, ...others] = await Promise.all([
    actorId === null ? { type: 'system' } : labelled({ type: 'user', id: actorId }),
    labelled(target),
    ...related.map(labelled),
  ])
  return {
    object: 'audit-event',
    id: event.id,
    occurredAt: event.occurredAt.toISOString(),
    action: event.type,
    actor,
    target: labelledTarget,
    related: others,
    urls: { location: `${organizationUrl(urls, organizationId)}/audit-events/${event.id}` },
  }
}

const RestAuditEventDetails = RestAuditEvent.extend({
  schemaVersion: z.literal(1).meta({ description: 'The version of the form of `payload`.' }),
  payload: z
    .record(z.string(), z.string())
    .meta({ description: 'What the event names: IDs of resources, and states before and after it.' }),
}).meta({ id: 'AuditEventDetails' })

const RestAction = z
  .object({ object: z.literal('audit-event-action'), id: z.string(), label: z.string() })
  .meta({ id: 'AuditEventAction' })

const path = '/orgs/:organizationId/audit-events'

export const routes = [
  route('GET', '/orgs/:organizationId/audit-event-actions', listAuditEventActions, {
    summary: 'List the actions that events of the audit log can have',
    response: z.object({ items: z.array(RestAction) }),
    present: (actions) => ({
      items: actions.map(({ type, label }) => ({ object: 'audit-event-action' as const, id: type, label })),
    }),
  }),
  route('GET', `${path}/:auditEventId`, getAuditEvent, {
    summary: 'Get an event of the audit log',
    response: RestAuditEventDetails,
    present: async (event, view) => ({
      ...(await toRestAuditEvent(event, view)),
      schemaVersion: 1 as const,
      payload: event.subject,
    }),
  }),
  listRoute(path, listAuditEvents, {
    summary: 'List the audit log of an organization, newest first',
    item: RestAuditEvent,
    present: (events, view) => Promise.all(events.map((event) => toRestAuditEvent(event, view))),
  }),
]
