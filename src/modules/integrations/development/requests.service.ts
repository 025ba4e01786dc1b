import { DomainError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import type { Context } from '../../../core/operations/context.ts'
import { operation, preparedOperation } from '../../../core/operations/operation.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import type { IntegrationRow } from '../integrations.loaders.ts'
import { developmentById } from './development.loaders.ts'
import { QueueTask, RenderIntegration } from './development.model.ts'
import { getDeveloped } from './development.service.ts'
import { sendToTunnel } from './send-to-tunnel.ts'
import { storeEvent } from './tell-tunnel.ts'

interface Tunnelled {
  integration: IntegrationRow
  tunnelUrl: string
}

/** An integration with the tunnel of its author, where alone its code runs. */
async function getTunnelled(ctx: Context, name: string): Promise<Tunnelled> {
  const integration = await getDeveloped(ctx, name)
  const development = await ctx.reads.load(developmentById, integration.id)
  if (development) return { integration, tunnelUrl: development.tunnelUrl }
  throw new DomainError(
    'no_runtime',
    'Nothing on this server renders or runs tasks. Only an integration in development has code that can be called: that of the tunnel of its author.',
  )
}

export const queueIntegrationTask = operation({
  id: 'integrations.queueTask',
  input: QueueTask,
  scope: 'integration:publish',
  needsRuntime: true,
  writes: true,
  authorize: (ctx, { integrationName }) => getTunnelled(ctx, integrationName),
  run: async (ctx, { task, schedule }, { integration }) => {
    const { id: integrationId, organizationId } = integration
    const id = newId('IntegrationEvent')
    const payload = { eventId: id, type: 'task', task: task as Prisma.InputJsonObject }
    const runAt = new Date(ctx.now().getTime() + schedule * 1000)
    await storeEvent(ctx, { id, integrationId, installationId: null, payload }, { organizationId, runAt })
    return integration
  },
})

/** What the code of an integration shows. Nothing is stored. */
export const renderIntegration = preparedOperation({
  id: 'integrations.render',
  input: RenderIntegration,
  scope: 'integration:publish',
  needsRuntime: true,
  authorize: (ctx, { integrationName }) => getTunnelled(ctx, integrationName),
  prepare: async (ctx, { integrationName: name, ...request }, { integration, tunnelUrl }) => {
    const { title, version } = integration
    const event = {
      eventId: newId('IntegrationEvent'),
      type: 'ui_render',
      auth: { userId: ctx.viewer.userId },
      ...request,
    }
    const { outbound, settings } = ctx.tools
    const options = { outbound, settings, signal: ctx.signal }
    const environment = { integration: { name, title, version } }
    const { status, text } = await sendToTunnel(options, tunnelUrl, event, environment).catch(tunnelFailed)
    const output = status === 200 ? jsonObjectIn(text) : null
    if (output) return output
    throw new DomainError(
      'unavailable',
      `The tunnel answered with status ${status}, and without a JSON object.`,
    )
  },
  run: async (_ctx, _input, _tunnelled, output): Promise<Record<string, unknown>> => output,
})

function tunnelFailed(error: unknown): never {
  if (!(error instanceof OutboundRefused || error instanceof OutboundFailed)) throw error
  throw new DomainError('unavailable', `The tunnel cannot be reached: ${error.message}`)
}

function jsonObjectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
