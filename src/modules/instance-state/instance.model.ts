import { z } from 'zod'
import { anyOf } from '../../core/lists/filters.ts'

export const GetInstance = z.object({})

const Search = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'Only those whose name or address contains this text, ignoring case and accents.' })

export const ListInstanceOrganizations = z.object({ search: Search })
export type OrganizationFilters = z.output<typeof ListInstanceOrganizations>

/** Which accounts to list. */
export const AccountState = z.enum(['active', 'operator', 'disabled', 'deleted'])
export type AccountState = z.output<typeof AccountState>

export const ListInstanceUsers = z.object({
  search: Search,
  state: anyOf(AccountState)
    .optional()
    .meta({ description: 'Only accounts in these states. Without it, all that were not deleted.' }),
})
export type UserFilters = z.output<typeof ListInstanceUsers>

export const FindingState = z.enum(['ok', 'warning', 'problem'])
export type FindingState = z.output<typeof FindingState>

/** What is checked. Each has a fixed meaning, so that programs can tell findings apart. */
export const FindingCode = z.enum([
  'public_url',
  'secret_key',
  'rate_limit',
  'cors_origins',
  'outbound_allow',
  'open_metrics',
  'console_origin',
  'site_origins',
  'mail',
  'backup',
  'node_versions',
  'node_keys',
  'node_files',
  'node_clocks',
  'failed_jobs',
])
export type FindingCode = z.output<typeof FindingCode>
