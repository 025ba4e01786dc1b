import type { EventType } from '../../../core/events/events.ts'
import { newId } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { statusOf } from '../installations/configuration.ts'
import { MAX_EVENTS } from './development.model.ts'

export const SEND_EVENT = 'integration-event'

interface Developed {
  ownerId: string
  all: boolean
  declarations: unknown
  configuration: unknown
  placed: unknown
}

const DEVELOPED = statement<Developed>({
  name: 'developedIntegration',
  text: `SELECT x."organizationId" AS "ownerId", d."all", x."configurations" AS "declarations", n."configuration",
      c."configuration" AS "placed"
    FROM "IntegrationDevelopment" d JOIN "Integration" x ON x."id" = d."integrationId"
    LEFT JOIN "IntegrationInstallation" n ON n."id" = $2
    LEFT JOIN "IntegrationPlacement" c ON c."installationId" = n."id" AND (c."spaceId" = $3::text OR c."siteId" = $3::text)
    WHERE d."integrationId" = $1`,
})
const REMOVE_OLD = statement({
  name: 'integrationEventsRemove',
  text: `DELETE FROM "IntegrationEvent" WHERE "integrationId" = $1 AND "id" <= (
    SELECT "id" FROM "IntegrationEvent" WHERE "integrationId" = $1 ORDER BY "id" DESC OFFSET $2 LIMIT 1)`,
})

interface About {
  integrationId: string
  installationId: string
  organizationId: string
}

/**
 * Has an event about an installation sent to the tunnel of an integration that is in development. Without a tunnel, nothing
 * is stored: no code of integrations runs here that could receive it.
 */
export async function tellTunnel(
  ctx: WriteContext,
  { integrationId, installationId, organizationId }: About,
  type: EventType,
  { space, site }: { space?: string; site?: string } = {},
): Promise<void> {
  const [developed] = await ctx.reads.db.query(DEVELOPED, [
    integrationId,
    installationId,
    space ?? site ?? null,
  ])
  if (!developed || !(developed.all || developed.ownerId === organizationId)) return
  const id = newId('IntegrationEvent')
  const level = space ? 'space' : site ? 'site' : 'account'
  const configuration = level === 'account' ? developed.configuration : developed.placed
  const isDeleted = type === 'integration.uninstalled'
  const payload: Prisma.InputJsonObject = {
    eventId: id,
    type: `${level === 'account' ? '' : `${level}_`}installation_${isDeleted ? 'deleted' : 'setup'}`,
    installationId,
    ...(space ? { spaceId: space } : {}),
    ...(site ? { siteId: site } : {}),
    ...(isDeleted
      ? { previous: {} }
      : { status: statusOf(developed.declarations, level, configuration ?? {}) }),
  }
  await storeEvent(ctx, { id, integrationId, installationId, payload }, { organizationId: developed.ownerId })
}

/** Stores an event, and has it sent. The oldest ones are removed, also if they wait. */
export async function storeEvent(
  ctx: WriteContext,
  event: {
    id: string
    integrationId: string
    installationId: string | null
    payload: Prisma.InputJsonObject
  },
  options: { organizationId: string; runAt?: Date },
): Promise<void> {
  await ctx.tx.integrationEvent.create({ data: { ...event, createdAt: ctx.now() } })
  await ctx.reads.db.query(REMOVE_OLD, [event.integrationId, MAX_EVENTS])
  await ctx.enqueue(SEND_EVENT, { eventId: event.id }, { maxAttempts: 3, ...options })
}
