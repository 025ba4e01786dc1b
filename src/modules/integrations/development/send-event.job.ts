import { z } from 'zod'
import type { JobContext } from '../../../core/operations/module.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { NAME } from '../names.ts'
import type { EventLog } from './development.model.ts'
import { type Environment, sendToTunnel } from './send-to-tunnel.ts'

const Payload = z.object({ eventId: z.string() })

const KEPT_ANSWER = 1_000

interface ToSend {
  payload: Record<string, unknown>
  tunnelUrl: string | null
  name: string
  title: string
  version: number
  installation: Record<string, unknown> | null
  placed: Record<string, unknown> | null
}

// The configuration of another organization is not for the authors of an integration.
const TO_SEND = statement<ToSend>({
  name: 'integrationEventToSend',
  text: `SELECT e."payload", d."tunnelUrl", ${NAME} AS "name", x."title", x."version",
      jsonb_build_object('id', n."id", 'organization', n."organizationId", 'configuration',
        CASE WHEN n."organizationId" = x."organizationId" THEN n."configuration" ELSE '{}'::jsonb END) AS "installation",
      jsonb_build_object('configuration',
        CASE WHEN n."organizationId" = x."organizationId" THEN c."configuration" ELSE '{}'::jsonb END) AS "placed"
    FROM "IntegrationEvent" e JOIN "Integration" x ON x."id" = e."integrationId"
    LEFT JOIN "IntegrationDevelopment" d ON d."integrationId" = x."id"
    LEFT JOIN "IntegrationInstallation" n ON n."id" = e."installationId"
    LEFT JOIN "IntegrationPlacement" c ON c."installationId" = n."id"
      AND (c."spaceId" = e."payload" ->> 'spaceId' OR c."siteId" = e."payload" ->> 'siteId')
    WHERE e."id" = $1 AND e."status" IS NULL`,
})

/** Sends an event to the tunnel once, in the form that the runtime of integrations reads, and notes how it ended. */
export async function sendIntegrationEvent(given: unknown, ctx: JobContext): Promise<void> {
  const { eventId } = Payload.parse(given)
  const [event] = await ctx.database.query(TO_SEND, [eventId])
  if (!event) return
  const { status, level, message } = await sent(ctx, event)
  const log: EventLog = { level, message: message.replaceAll('\0', ''), timestamp: ctx.now().toISOString() }
  await ctx.database.prisma.integrationEvent.updateMany({
    where: { id: eventId, status: null },
    data: { status, logs: [{ ...log }] },
  })
}

interface Sent extends Pick<EventLog, 'level' | 'message'> {
  status: 'success' | 'failed'
}
const failed = (message: string): Sent => ({ status: 'failed', level: 'error', message })

async function sent(ctx: JobContext, event: ToSend): Promise<Sent> {
  if (event.tunnelUrl === null) return failed('Development was ended before the event was sent.')
  try {
    const { status, text } = await sendToTunnel(ctx, event.tunnelUrl, event.payload, environmentOf(event))
    const answer = text.slice(0, KEPT_ANSWER)
    const message = `The tunnel answered with status ${status}${answer ? `: ${answer}` : '.'}`
    return status >= 200 && status < 300 ? { status: 'success', level: 'info', message } : failed(message)
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) return failed(error.message)
    throw error
  }
}

function environmentOf({ payload, name, title, version, installation, placed }: ToSend): Environment {
  const integration = { name, title, version }
  if (!installation?.id) return { integration }
  return {
    integration,
    installation,
    ...(payload.spaceId ? { spaceInstallation: { ...placed, space: payload.spaceId } } : {}),
    ...(payload.siteId ? { siteInstallation: { ...placed, site: payload.siteId } } : {}),
  }
}
