import { listOperation, readOperation } from '../../core/operations/operation.ts'
import { getIntegrationRow, integrationsOfViewer } from './integrations.loaders.ts'
import { GetIntegration, ListIntegrations } from './integrations.model.ts'

/** Public integrations, and those of the viewer's organizations. */
export const listIntegrations = listOperation({
  id: 'integrations.list',
  input: ListIntegrations,
  filters: ListIntegrations,
  scope: 'integration:read',
  parent: async (ctx) => ({ id: ctx.viewer.userId }),
  list: () => integrationsOfViewer,
})

export const getIntegration = readOperation({
  id: 'integrations.get',
  input: GetIntegration,
  scope: 'integration:read',
  read: (ctx, { integrationName }) => getIntegrationRow(ctx.reads, integrationName),
})
