import type { LoggedEvent } from '../../core/events.ts'
import type { Condition, ListDefinition } from '../../core/list.ts'
import type { LoaderDefinition, Reads } from '../../core/loaders.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { type AuditFilters, eventId, positionOf } from './audit.model.ts'

/** An event of the log, as admins read it. */
export type AuditEvent = LoggedEvent & { id: string }

const COLUMNS = `e."position", e."organizationId", e."spaceId", e."changeRequestId", e."type", e."actorId",
  e."occurredAt", e."subject"`

/** Drivers give the position as text or as a number of their own. */
function complete(row: AuditEvent): AuditEvent {
  row.position = BigInt(row.position)
  row.id = eventId(row.position)
  return row
}

function conditions({ action, actor }: AuditFilters): Condition[] {
  return [
    ...(action ? [{ sql: 'e."type" = ?', value: action }] : []),
    ...(actor ? [{ sql: 'e."actorId" = ?', value: actor }] : []),
  ]
}

/** What happened in an organization, the newest first. */
export const auditEvents: ListDefinition<OrganizationRow, AuditFilters, AuditEvent> = {
  name: 'auditEvents',
  columns: COLUMNS,
  from: '"Event" e',
  match: 'e."organizationId" = p.key',
  key: (organization) => organization.id,
  conditions,
  sort: [{ sql: 'e."position"', type: 'bigint', value: (event) => String(event.position) }],
  order: () => 'desc',
  shape: complete,
}

const BY_POSITION = {
  name: 'auditEventById',
  text: `SELECT ${COLUMNS} FROM "Event" e JOIN "Member" m ON m."organizationId" = e."organizationId"
    AND m."userId" = $2 AND m."role" = 'admin' AND NOT m."disabled" WHERE e."position" = ANY($1::bigint[])`,
}

/** Events of organizations that the viewer is an admin of. */
export const auditEventById: LoaderDefinition<string, AuditEvent> = {
  name: BY_POSITION.name,
  batch: async (reads, ids) => {
    const positions = ids.flatMap((id) => positionOf(id) ?? []).map(String)
    const rows = await reads.db.query<AuditEvent>(BY_POSITION, [positions, reads.viewer.userId])
    const found = new Map(rows.map(complete).map((event) => [event.id, event]))
    return ids.map((id) => found.get(id) ?? null)
  },
}

interface LabelKey {
  organizationId: string
  id: string
}

interface LabelRow extends LabelKey {
  label: string
}

const LABELS = {
  name: 'auditLabels',
  text: `SELECT "id", NULL AS "organizationId", "displayName" AS "label" FROM "User" WHERE "id" = ANY($1)
    UNION ALL SELECT "id", "id", "title" FROM "Organization" WHERE "id" = ANY($1)
    UNION ALL SELECT "id", "organizationId", "title" FROM "Team" WHERE "id" = ANY($1)
    UNION ALL SELECT "id", "organizationId", "title" FROM "Collection" WHERE "id" = ANY($1)
    UNION ALL SELECT "id", "organizationId", "title" FROM "Space" WHERE "id" = ANY($1)
    UNION ALL SELECT c."id", s."organizationId", c."subject" FROM "ChangeRequest" c
      JOIN "Space" s ON s."id" = c."spaceId" WHERE c."id" = ANY($1)`,
}

/** What a thing of an event is called now, while it is still in the organization whose log names it. */
export const labelOf: LoaderDefinition<LabelKey, string> = {
  name: LABELS.name,
  cacheKey: ({ organizationId, id }) => `${organizationId} ${id}`,
  batch: async (reads: Reads, keys) => {
    const rows = await reads.db.query<LabelRow>(LABELS, [[...new Set(keys.map(({ id }) => id))]])
    const found = new Map(rows.map((row) => [row.id, row]))
    return keys.map(({ organizationId, id }) => {
      const row = found.get(id)
      return row && (row.organizationId ?? organizationId) === organizationId ? row.label : null
    })
  },
}
