import { defineList } from '../../core/lists/define-list.ts'
import { amongst } from '../../core/lists/filters.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import type { FailureFilters, FailureKind } from './monitoring.model.ts'

/** Background work of an organization that has failed and is not tried again by itself. */
export interface Failure {
  kind: FailureKind
  /** The ID of the import, the Git operation, the change request, the delivery, the spec or the job. */
  subjectId: string
  failedAt: Date
  /** What it is about, without secrets: an address, a subject, a type of events, a slug or the name of a job. */
  about: string
  /** What was wrong. Empty for a job: its error is for the log of the server. */
  message: string
  spaceId: string | null
  webhookId: string | null
}

const IN_SPACES = `JOIN "Space" s ON s."id" = f."spaceId" AND s."organizationId" = p.key AND s."deletedAt" IS NULL`

/** What failed, of each kind. The organization is `p.key`, so that each part reads only its own rows. */
const FAILURES = `(
  SELECT 'import' AS "kind", f."id" AS "subjectId", coalesce(f."endedAt", f."createdAt") AS "failedAt",
      f."address" AS "about", coalesce(f."error", '') AS "message", f."spaceId", NULL::text AS "webhookId"
    FROM "Import" f ${IN_SPACES} WHERE f."state" = 'failure'
  UNION ALL SELECT 'git', f."id", coalesce(f."endedAt", f."createdAt"), f."address" || ' ' || f."ref",
      coalesce(f."error", ''), f."spaceId", NULL
    FROM "GitOperation" f ${IN_SPACES} WHERE f."state" = 'failure'
  UNION ALL SELECT 'merge', f."id", coalesce(open."since", f."createdAt"), f."subject",
      open."count" || CASE open."count" WHEN 1 THEN ' conflict is' ELSE ' conflicts are' END || ' not resolved.', f."spaceId", NULL
    FROM "ChangeRequest" f ${IN_SPACES}
    JOIN LATERAL (SELECT count(*)::int AS "count", max(x."createdAt") AS "since" FROM "Conflict" x
      WHERE x."changeRequestId" = f."id" AND x."resolution" IS NULL) open ON open."count" > 0
    WHERE f."status" IN ('draft', 'open')
  UNION ALL SELECT 'webhook', f."id", coalesce(f."lastAttemptAt", f."createdAt"), f."type",
      coalesce(f."error", 'The receiver answered with the status ' || f."responseStatus" || '.', ''),
      w."spaceId", w."id"
    FROM "Webhook" w JOIN "WebhookDelivery" f ON f."webhookId" = w."id" AND f."status" = 'failed'
    WHERE w."organizationId" = p.key
  UNION ALL SELECT 'spec', f."id", coalesce(f."lastProcessedAt", f."updatedAt"), f."slug",
      f."lastProcessErrorCode", NULL, NULL
    FROM "OpenAPISpec" f WHERE f."organizationId" = p.key AND f."lastProcessErrorCode" IS NOT NULL
  UNION ALL SELECT 'job', f."id"::text, f."failedAt", f."name", '', NULL, NULL
    FROM "QueuedJob" f WHERE f."organizationId" = p.key AND f."failedAt" IS NOT NULL)`

/** What has failed in an organization, newest first. */
export const failuresOfOrganization = defineList<OrganizationRow, FailureFilters, Failure>({
  name: 'failures',
  columns: `r."kind", r."subjectId", r."failedAt", r."about", r."message", r."spaceId", r."webhookId"`,
  from: `${FAILURES} r`,
  match: 'p.key IS NOT NULL',
  key: ({ id }) => id,
  conditions: ({ kind }) => amongst('r."kind"', 'text', kind),
  sort: [
    { sql: 'r."failedAt"', type: 'timestamptz', value: ({ failedAt }) => failedAt.toISOString() },
    { sql: 'r."subjectId"', type: 'text', value: ({ subjectId }) => subjectId },
  ],
  order: () => 'desc',
})

/** The counts of an organization. */
interface Counts {
  members: number
  guests: number
  teams: number
  collections: number
  spaces: number
  sites: number
  specs: number
  webhooks: number
  openChangeRequests: number
  fileBytes: number
}

export const COUNTS = statement<Counts>({
  name: 'usageOfOrganization',
  text: `SELECT m."members", m."guests",
      (SELECT count(*)::int FROM "Team" WHERE "organizationId" = $1) AS "teams",
      (SELECT count(*)::int FROM "Collection" WHERE "organizationId" = $1) AS "collections",
      s."spaces", s."open" AS "openChangeRequests",
      (SELECT count(*)::int FROM "Site" WHERE "organizationId" = $1) AS "sites",
      (SELECT count(*)::int FROM "OpenAPISpec" WHERE "organizationId" = $1) AS "specs",
      (SELECT count(*)::int FROM "Webhook" WHERE "organizationId" = $1) AS "webhooks",
      (SELECT coalesce(sum(coalesce(o."size", octet_length(b."bytes"))), 0)::float8 FROM "Space" x
        JOIN "Blob" b ON b."spaceId" = x."id" LEFT JOIN "FileObject" o ON o."key" = b."object"
        WHERE x."organizationId" = $1) AS "fileBytes"
    FROM (SELECT count("role")::int AS "members", (count(*) - count("role"))::int AS "guests"
      FROM "Member" WHERE "organizationId" = $1) m
    CROSS JOIN (SELECT count(*)::int AS "spaces", coalesce(sum("changeRequestsOpen"), 0)::int AS "open"
      FROM "Space" WHERE "organizationId" = $1 AND "deletedAt" IS NULL) s`,
})
