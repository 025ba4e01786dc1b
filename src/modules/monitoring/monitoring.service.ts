import { DomainError, forbidden } from '../../core/errors.ts'
import type { Context } from '../../core/operations/context.ts'
import { listOperation, operation } from '../../core/operations/operation.ts'
import { announce } from '../../platform/announce.ts'
import { JOBS_CHANNEL } from '../../platform/queue/enqueue.ts'
import { MAX_SPECS } from '../openapi-specs/index.ts'
import { getOrganizationRow, type OrganizationRow, reachOfOrganization } from '../organizations/index.ts'
import { MAX_WEBHOOKS } from '../webhooks/index.ts'
import { COUNTS, failuresOfOrganization } from './monitoring.loaders.ts'
import { GetUsage, ListFailures, ListFailuresFilters, RetryJob, type Usage } from './monitoring.model.ts'
import { mayMonitor } from './monitoring.policy.ts'

function requireMayMonitor(organization: OrganizationRow): OrganizationRow {
  if (mayMonitor(reachOfOrganization(organization))) return organization
  throw forbidden('You need the admin role in this organization to see its failures and its usage.')
}

const monitored = async (ctx: Pick<Context, 'reads'>, organizationId: string) =>
  requireMayMonitor(await getOrganizationRow(ctx.reads, organizationId))

export const listFailures = listOperation({
  id: 'monitoring.listFailures',
  input: ListFailures,
  filters: ListFailuresFilters,
  scope: 'organization:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  guard: async (_ctx, organization) => {
    requireMayMonitor(organization)
  },
  list: () => failuresOfOrganization,
})

/**
 * Starts a job again that has failed as often as it may. Jobs check what is left to do, because one can run twice anyway.
 * Of two requests at once, the second finds that it no longer is a failure.
 */
export const retryJob = operation({
  id: 'monitoring.retryJob',
  input: RetryJob,
  scope: 'organization:write',
  writes: true,
  authorize: (ctx, { organizationId }) => monitored(ctx, organizationId),
  run: async (ctx, { organizationId, jobId }) => {
    const [job] = await ctx.tx.$queryRaw<{ name: string }[]>`
      UPDATE "QueuedJob" SET "failedAt" = NULL, "attempts" = 0, "lastError" = NULL, "isDue" = true
      WHERE "id" = ${jobId}::bigint AND "organizationId" = ${organizationId} AND "failedAt" IS NOT NULL
      RETURNING "name"`
    if (!job) {
      throw new DomainError(
        'conflict',
        'This job is no longer a failure: it was started again, or it is gone.',
      )
    }
    await announce(ctx.tx, JOBS_CHANNEL, job.name)
    ctx.emit({ organizationId, type: 'job.retried', subject: { organization: organizationId } })
    return { jobId, name: job.name }
  },
})

export const getUsage = operation({
  id: 'monitoring.getUsage',
  input: GetUsage,
  scope: 'organization:read',
  writes: false,
  authorize: (ctx, { organizationId }) => monitored(ctx, organizationId),
  run: async (ctx, { organizationId }): Promise<Usage[]> => {
    const [counts] = await ctx.reads.db.query(COUNTS, [organizationId])
    if (!counts) throw new Error('The statement for usage returned no row.')
    const { instance, tokens, eventRetentionDays, import: imports } = ctx.tools.settings
    const unlimited = (limit: number) => (limit === 0 ? null : limit)
    return [
      { item: 'members', used: counts.members, limit: null },
      { item: 'guests', used: counts.guests, limit: null },
      { item: 'teams', used: counts.teams, limit: null },
      { item: 'collections', used: counts.collections, limit: null },
      { item: 'spaces', used: counts.spaces, limit: null },
      { item: 'sites', used: counts.sites, limit: null },
      { item: 'specs', used: counts.specs, limit: MAX_SPECS },
      { item: 'webhooks', used: counts.webhooks, limit: MAX_WEBHOOKS },
      { item: 'open_change_requests', used: counts.openChangeRequests, limit: null },
      { item: 'file_bytes', used: counts.fileBytes, limit: null },
      { item: 'import_bytes', used: null, limit: imports.maxBytes },
      { item: 'tokens_per_user', used: null, limit: tokens.maxPerUser },
      { item: 'requests_per_minute', used: null, limit: unlimited(instance.pointsPerMinute) },
      { item: 'event_days', used: null, limit: unlimited(eventRetentionDays) },
    ]
  },
})
