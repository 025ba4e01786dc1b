import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, type View } from '../../rest/route.ts'
import { type EventRow, labelOf, type Thing, thingsOf } from '../events/index.ts'
import { listAuditEvents } from './audit.service.ts'

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
  })
  .meta({ id: 'AuditEvent' })

async function toRestAuditEvent(event: EventRow, { caller }: View): Promise<z.input<typeof RestAuditEvent>> {
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
  }
}

export const routes = [
  listRoute('/orgs/:organizationId/audit-events', listAuditEvents, {
    summary: 'List the audit log of an organization, newest first',
    item: RestAuditEvent,
    present: (events, view) => Promise.all(events.map((event) => toRestAuditEvent(event, view))),
  }),
]
