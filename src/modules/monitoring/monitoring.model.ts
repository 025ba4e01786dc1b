import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { anyOf } from '../../core/lists/filters.ts'

const organizationId = idField('Organization', 'The ID of the organization.')

/** What has failed. */
export const FailureKind = z.enum(['import', 'git', 'merge', 'webhook', 'spec', 'job'])
export type FailureKind = z.output<typeof FailureKind>

export const ListFailuresFilters = z.object({
  kind: anyOf(FailureKind).optional().meta({ description: 'Only failures of these kinds.' }),
})
export type FailureFilters = z.output<typeof ListFailuresFilters>
export const ListFailures = ListFailuresFilters.extend({ organizationId })

export const RetryJob = z.object({
  organizationId,
  jobId: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, 'must be the ID of a failure of the kind `job`')
    .meta({ scalar: 'ID', description: 'The ID of a failure of the kind `job`.' }),
})

export const GetUsage = z.object({ organizationId })

/** What is counted, or limited. */
export const UsageItem = z.enum([
  'members',
  'guests',
  'teams',
  'collections',
  'spaces',
  'sites',
  'specs',
  'webhooks',
  'open_change_requests',
  'file_bytes',
  'import_bytes',
  'tokens_per_user',
  'requests_per_minute',
  'event_days',
])
export type UsageItem = z.output<typeof UsageItem>

/** How much of something there is, and how much there may be. */
export interface Usage {
  item: UsageItem
  /** Null where it is not counted, because the limit is about single requests or users. */
  used: number | null
  /** Null without a limit. */
  limit: number | null
}
