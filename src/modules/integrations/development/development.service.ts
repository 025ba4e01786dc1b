import { forbidden, notFound } from '../../../core/errors.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import type { Context } from '../../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { getIntegrationRow, type IntegrationRow, reachOfIntegration } from '../integrations.loaders.ts'
import { mayPublish } from '../integrations.policy.ts'
import { eventsOfIntegration, integrationEventById } from './development.loaders.ts'
import {
  EndDevelopment,
  GetIntegrationEvent,
  ListIntegrationEvents,
  SetDevelopment,
} from './development.model.ts'

function requireAuthor(integration: IntegrationRow): void {
  if (mayPublish(reachOfIntegration(integration))) return
  throw forbidden('You need the admin role in the organization that owns this integration to develop it.')
}

/** An integration that the caller publishes. */
export async function getDeveloped(ctx: Context, name: string): Promise<IntegrationRow> {
  const integration = await getIntegrationRow(ctx.reads, name)
  requireAuthor(integration)
  return integration
}

/** Sends the events of an integration to a tunnel from now on. */
export const setDevelopment = operation({
  id: 'integrations.setDevelopment',
  input: SetDevelopment,
  scope: 'integration:publish',
  writes: true,
  authorize: (ctx, { integrationName }) => getDeveloped(ctx, integrationName),
  changes: (integration) => rowOf('Integration', integration),
  run: async (ctx, { tunnelUrl, all }, integration) => {
    const { id: integrationId, organizationId } = integration
    const known = await ctx.tx.integrationDevelopment.findUnique({ where: { integrationId } })
    if (known?.tunnelUrl === tunnelUrl && known.all === all) return integration
    const data = { tunnelUrl, all, updatedAt: ctx.now() }
    await ctx.tx.integrationDevelopment.upsert({
      where: { integrationId },
      create: { integrationId, ...data },
      update: data,
    })
    ctx.emit({
      organizationId,
      type: 'integration.development_started',
      subject: { integration: integrationId },
    })
    ctx.reads.forget()
    return integration
  },
})

/** Sends no more events. */
export const endDevelopment = operation({
  id: 'integrations.endDevelopment',
  input: EndDevelopment,
  scope: 'integration:publish',
  writes: true,
  authorize: (ctx, { integrationName }) => getDeveloped(ctx, integrationName),
  changes: (integration) => rowOf('Integration', integration),
  run: async (ctx, _input, integration) => {
    const { id: integrationId, organizationId } = integration
    const { count } = await ctx.tx.integrationDevelopment.deleteMany({ where: { integrationId } })
    if (count > 0) {
      ctx.emit({
        organizationId,
        type: 'integration.development_ended',
        subject: { integration: integrationId },
      })
    }
    ctx.reads.forget()
    return integration
  },
})

/** What was sent to the tunnel. It can tell about other organizations, so only authors see it. */
export const listIntegrationEvents = listOperation({
  id: 'integrationEvents.list',
  input: ListIntegrationEvents,
  filters: NoFilters,
  scope: 'integration:read',
  parent: (ctx, { integrationName }) => getIntegrationRow(ctx.reads, integrationName),
  guard: async (_ctx, integration) => requireAuthor(integration),
  list: () => eventsOfIntegration,
})

export const getIntegrationEvent = readOperation({
  id: 'integrationEvents.get',
  input: GetIntegrationEvent,
  scope: 'integration:read',
  read: async (ctx, { integrationName, eventId }) => {
    const event = await ctx.reads.load(integrationEventById, eventId)
    if (!event || (integrationName !== undefined && event.integrationName !== integrationName)) {
      throw notFound('This event')
    }
    return event
  },
})
