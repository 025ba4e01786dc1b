import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, route, type View } from '../../rest/route.ts'
import { RestUser, toRestUser } from '../users/index.ts'
import { type InstanceOrganization, type InstanceUser, stateOf } from './instance.loaders.ts'
import { AccountState, FindingCode, FindingState } from './instance.model.ts'
import {
  getInstance,
  type Instance,
  listInstanceOrganizations,
  listInstanceUsers,
} from './instance.service.ts'

const Count = z.int()
const Bytes = z.number().meta({ description: 'In bytes.' })

const RestInstance = z
  .object({
    object: z.literal('instance'),
    version: z.string(),
    storesFilesInDatabase: z.boolean(),
    nodes: z.array(
      z.object({
        nodeId: z.string(),
        host: z.string(),
        version: z.string(),
        startedAt: Timestamp,
        seenAt: Timestamp,
        skewMs: z.number().meta({ description: 'The clock of the node minus that of the database.' }),
      }),
    ),
    figures: z.object({
      databaseVersion: z.string(),
      databaseBytes: Bytes,
      fileObjects: Count,
      fileBytes: Bytes,
      organizations: Count,
      users: Count,
      spaces: Count,
      sites: Count.meta({ description: 'The number of published sites.' }),
      jobsWaiting: Count,
      jobsRunning: Count,
      jobsFailed: Count,
      oldestJobAt: Timestamp.optional(),
      backupAt: Timestamp.optional().meta({
        description: 'When the last backup was made with `quire backup`. Absent if none was.',
      }),
      backupBytes: Bytes.optional(),
    }),
    findings: z.array(
      z.object({ code: FindingCode, state: FindingState, found: z.string(), action: z.string().optional() }),
    ),
  })
  .meta({ id: 'Instance' })

function toRestInstance({ nodes, figures, findings, ...rest }: Instance): z.input<typeof RestInstance> {
  const { oldestJobAt, backupAt, backupBytes, ...counts } = figures
  return {
    object: 'instance',
    ...rest,
    nodes: nodes.map(({ nodeId, host, version, startedAt, seenAt, skewMs }) => ({
      nodeId,
      host,
      version,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      skewMs,
    })),
    figures: {
      ...counts,
      oldestJobAt: oldestJobAt?.toISOString(),
      backupAt: backupAt?.toISOString(),
      backupBytes: backupBytes ?? undefined,
    },
    findings: findings.map(({ action, ...finding }) => ({ ...finding, action: action ?? undefined })),
  }
}

const RestOrganizationRow = z
  .object({
    object: z.literal('instance-organization'),
    organizationId: z.string(),
    title: z.string(),
    createdAt: Timestamp,
    deletedAt: Timestamp.optional(),
    members: Count,
    spaces: Count,
    sites: Count,
  })
  .meta({ id: 'InstanceOrganization' })

const toRestOrganization = (row: InstanceOrganization): z.input<typeof RestOrganizationRow> => ({
  object: 'instance-organization',
  organizationId: row.organizationId,
  title: row.title,
  createdAt: row.createdAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString(),
  members: row.members,
  spaces: row.spaces,
  sites: row.sites,
})

const RestUserRow = z
  .object({
    object: z.literal('instance-user'),
    user: RestUser,
    state: AccountState,
    lastSeenAt: Timestamp.optional(),
    organizations: Count,
    sessions: Count,
  })
  .meta({ id: 'InstanceUser' })

const toRestUserRow = (row: InstanceUser, view: View): z.input<typeof RestUserRow> => ({
  object: 'instance-user',
  user: toRestUser(row.user, view),
  state: stateOf(row),
  lastSeenAt: row.lastSeenAt?.toISOString(),
  organizations: row.organizations,
  sessions: row.sessions,
})

export const routes = [
  route('GET', '/instance', getInstance, {
    summary: 'Get the state of the instance, for its operators',
    response: RestInstance,
    present: toRestInstance,
  }),
  listRoute('/instance/organizations', listInstanceOrganizations, {
    summary: 'List all organizations of the instance, for its operators',
    item: RestOrganizationRow,
    present: (rows) => rows.map(toRestOrganization),
  }),
  listRoute('/instance/users', listInstanceUsers, {
    summary: 'List all accounts of the instance, for its operators',
    item: RestUserRow,
    present: (rows, view) => rows.map((row) => toRestUserRow(row, view)),
  }),
]
