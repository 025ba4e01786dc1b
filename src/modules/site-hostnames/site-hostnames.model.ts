import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { Hostname } from '../sites/index.ts'

export const CheckSiteHostname = z.object({
  organizationId: idField('Organization', 'The ID of the organization.').optional(),
  siteId: idField('Site', 'The ID of the site.'),
})

export const CheckHostname = z.object({ hostname: Hostname })
export const CheckSiteProxy = CheckSiteHostname

/** What was found at a hostname or a proxy, the first thing that is wrong. */
export const HostnameState = z.enum([
  'ok',
  'no_records',
  'lookup_failed',
  'unreachable',
  'other_server',
  'host_not_passed',
  'path_not_passed',
  'client_not_passed',
])
export type HostnameState = z.output<typeof HostnameState>

export const RecordType = z.enum(['CNAME', 'A', 'AAAA'])

/** A record in DNS. */
export interface HostRecord {
  type: z.output<typeof RecordType>
  value: string
}

/** The result of a check. */
export interface HostnameCheck {
  hostname: string
  state: HostnameState
  /** What DNS says. */
  records: HostRecord[]
  /** The host of this server, which the hostname is to lead to. */
  target: string
  /** What the server at the hostname has answered, if it has. */
  status: number | null
  message: string
}
