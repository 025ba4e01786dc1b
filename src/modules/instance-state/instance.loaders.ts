import { defineList } from '../../core/lists/define-list.ts'
import type { Condition } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import type { User } from '../../generated/prisma/client.ts'
import { RUNNING_SECONDS } from '../../platform/observing/heartbeat.ts'
import { statement } from '../../platform/statements/statement.ts'
import { containsFolded } from '../members/index.ts'
import { joinedUser } from '../users/index.ts'
import type { AccountState, OrganizationFilters, UserFilters } from './instance.model.ts'

/** A running node. */
export interface InstanceNode {
  nodeId: string
  host: string
  version: string
  startedAt: Date
  seenAt: Date
  skewMs: number
  keys: string[]
  files: string | null
}

export const NODES = statement<InstanceNode>({
  name: 'instanceNodes',
  text: `SELECT "id" AS "nodeId", "host", "release" AS "version", "startedAt", "seenAt", "skewMs", "keys", "files"
    FROM "Node" WHERE "seenAt" > now() - interval '${RUNNING_SECONDS} seconds' ORDER BY "host", "id" LIMIT 100`,
})

/** What the database holds. Counts and sizes are those of the whole instance. */
export interface InstanceFigures {
  databaseVersion: string
  databaseBytes: number
  fileObjects: number
  fileBytes: number
  organizations: number
  users: number
  spaces: number
  sites: number
  jobsWaiting: number
  jobsRunning: number
  jobsFailed: number
  oldestJobAt: Date | null
  backupAt: Date | null
  backupBytes: number | null
}

export const FIGURES = statement<InstanceFigures>({
  name: 'instanceFigures',
  text: `SELECT current_setting('server_version') AS "databaseVersion",
      pg_database_size(current_database())::float8 AS "databaseBytes",
      stored."count" AS "fileObjects", stored."bytes" AS "fileBytes",
      (SELECT count(*)::int FROM "Organization" WHERE "deletedAt" IS NULL) AS "organizations",
      (SELECT count(*)::int FROM "User" WHERE "deletedAt" IS NULL) AS "users",
      (SELECT count(*)::int FROM "Space" WHERE "deletedAt" IS NULL) AS "spaces",
      (SELECT count(*)::int FROM "Site" WHERE "publishedAt" IS NOT NULL) AS "sites",
      jobs."waiting" AS "jobsWaiting", jobs."running" AS "jobsRunning", jobs."failed" AS "jobsFailed",
      jobs."oldest" AS "oldestJobAt", taken."takenAt" AS "backupAt", taken."bytes"::float8 AS "backupBytes"
    FROM (SELECT count(*)::int AS "count", coalesce(sum("size"), 0)::float8 AS "bytes" FROM "FileObject") stored
    CROSS JOIN (SELECT count(*) FILTER (WHERE "failedAt" IS NULL AND "lockedUntil" IS NULL)::int AS "waiting",
        count(*) FILTER (WHERE "lockedUntil" >= now())::int AS "running",
        count(*) FILTER (WHERE "failedAt" IS NOT NULL)::int AS "failed",
        min("createdAt") FILTER (WHERE "failedAt" IS NULL AND "lockedUntil" IS NULL AND "runAt" <= now()) AS "oldest"
      FROM "QueuedJob") jobs
    LEFT JOIN LATERAL (SELECT * FROM "BackupRecord" ORDER BY "takenAt" DESC LIMIT 1) taken ON true`,
})

/** An organization, as operators see it: not what is in it. */
export interface InstanceOrganization {
  organizationId: string
  title: string
  createdAt: Date
  deletedAt: Date | null
  members: number
  spaces: number
  sites: number
}

/** The instance as the parent of its lists. */
export const INSTANCE = { id: 'instance' }
type Instance = typeof INSTANCE

const searched = (columns: readonly string[], search: string | undefined): Condition[] =>
  search === undefined
    ? []
    : [{ sql: containsFolded(`quire_fold(concat_ws(' ', ${columns.join(', ')}))`), value: search }]

export const instanceOrganizations = defineList<Instance, OrganizationFilters, InstanceOrganization>({
  name: 'instanceOrganizations',
  columns: `o."id" AS "organizationId", o."title", o."createdAt", o."deletedAt",
    (SELECT count(*)::int FROM "Member" c WHERE c."organizationId" = o."id") AS "members",
    (SELECT count(*)::int FROM "Space" c WHERE c."organizationId" = o."id" AND c."deletedAt" IS NULL) AS "spaces",
    (SELECT count(*)::int FROM "Site" c WHERE c."organizationId" = o."id") AS "sites"`,
  from: '"Organization" o',
  match: 'p.key IS NOT NULL',
  key: ({ id }) => id,
  conditions: ({ search }) => searched(['o."title"', 'o."hostname"'], search),
  sort: [{ sql: 'o."id"', type: 'text', value: ({ organizationId }) => organizationId }],
  order: () => 'asc',
})

/** An account, with what operators need to know of it. */
export interface InstanceUser {
  user: User
  disabledAt: Date | null
  lastSeenAt: Date | null
  organizations: number
  sessions: number
}

const person = joinedUser('user')

/** The state of an account. The states exclude each other, in this order. */
const STATE = `(CASE WHEN u."deletedAt" IS NOT NULL THEN 'deleted' WHEN d."userId" IS NOT NULL THEN 'disabled'
  WHEN u."isOperator" THEN 'operator' ELSE 'active' END)`

const shownStates = (states: readonly AccountState[] | undefined): Condition[] =>
  states ? amongst(STATE, 'text', states) : [{ sql: `${STATE} <> ?::text`, value: 'deleted' }]

export const instanceUsers = defineList<Instance, UserFilters, InstanceUser>({
  name: 'instanceUsers',
  columns: `${person.columns('u')}, d."disabledAt",
    (SELECT max(c."lastSeenAt") FROM "Member" c WHERE c."userId" = u."id") AS "lastSeenAt",
    (SELECT count(*)::int FROM "Member" c WHERE c."userId" = u."id") AS "organizations",
    (SELECT count(*)::int FROM "Session" c WHERE c."userId" = u."id" AND c."expiresAt" > now()) AS "sessions"`,
  from: '"User" u LEFT JOIN "DisabledUser" d ON d."userId" = u."id"',
  match: 'p.key IS NOT NULL',
  key: ({ id }) => id,
  conditions: ({ search, state }) => [
    ...shownStates(state),
    ...searched(['u."displayName"', 'u."email"'], search),
  ],
  sort: [{ sql: 'u."id"', type: 'text', value: ({ user }) => user.id }],
  order: () => 'asc',
  shape: (row) => {
    const { disabledAt, lastSeenAt, organizations, sessions } = row
    return { user: person.take(row), disabledAt, lastSeenAt, organizations, sessions }
  },
})

export const stateOf = ({ user, disabledAt }: InstanceUser): AccountState => {
  if (user.deletedAt) return 'deleted'
  if (disabledAt) return 'disabled'
  return user.isOperator ? 'operator' : 'active'
}
