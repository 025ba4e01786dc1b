import { eventBinding } from '../../core/event-cursor.ts'
import type { LoggedEvent } from '../../core/events.ts'
import { type Condition, type ListDefinition, VIEWER } from '../../core/list.ts'
import type { LoaderDefinition, Reads } from '../../core/loaders.ts'
import type { Space } from '../../generated/prisma/client.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { userById } from '../users/index.ts'
import { joinReader, READER_COLUMNS, VISIBLE_IN_SPACE, visible } from './events.access.ts'
import { type EventFilters, eventId, plainSubject, positionOf } from './events.model.ts'

/** An event of the log, as the viewer may see it. */
export type EventRow = LoggedEvent & {
  id: string
  /** Whether the viewer administrates the organization: then it is shown with all that it names. */
  isAdministrated: boolean
}

export const EVENT_COLUMNS = `e."position", e."organizationId", e."spaceId", e."changeRequestId", e."type", e."actorId",
  e."occurredAt", e."subject"`

/** Drivers give the position as text or as a number of their own. */
export function completeEvent<Row extends EventRow>(row: Row): Row {
  row.position = BigInt(row.position)
  row.id = eventId(row.position)
  if (!row.isAdministrated) row.subject = plainSubject(row)
  return row
}

const conditions = ({ types }: EventFilters): Condition[] =>
  types ? [{ sql: 'e."type" = ANY(?::text[])', value: types }] : []

const inLogOrder = {
  columns: `${EVENT_COLUMNS}, ${READER_COLUMNS}`,
  conditions,
  sort: [
    {
      sql: 'e."position"',
      type: 'bigint' as const,
      value: ({ position }: EventRow) => String(position),
    },
  ],
  order: () => 'asc' as const,
  shape: completeEvent<EventRow>,
}

/** What happened in an organization, in commit order. */
export const eventsOfOrganization: ListDefinition<OrganizationRow, EventFilters, EventRow> = {
  ...inLogOrder,
  name: 'eventsOfOrganization',
  from: `"Event" e ${joinReader(VIEWER)}`,
  match: `e."organizationId" = p.key AND ${visible('p.key', VIEWER)}`,
  key: ({ id }) => id,
  cursor: ({ id }) => eventBinding(id),
}

/** What happened in a space, in commit order; what happened to it in another organization stays there. */
export const eventsOfSpace: ListDefinition<Space, EventFilters, EventRow> = {
  ...inLogOrder,
  name: 'eventsOfSpace',
  from: `"Event" e JOIN "Space" o ON o."id" = e."spaceId" AND o."organizationId" = e."organizationId"
    ${joinReader(VIEWER)}`,
  match: `e."spaceId" = p.key AND ${VISIBLE_IN_SPACE}`,
  key: ({ id }) => id,
  cursor: ({ organizationId }) => eventBinding(organizationId),
}

const BY_POSITION = {
  name: 'eventById',
  text: `SELECT ${EVENT_COLUMNS}, ${READER_COLUMNS} FROM "Event" e ${joinReader('$2')}
    WHERE e."position" = ANY($1::bigint[]) AND ${visible('e."organizationId"', '$2')}`,
}

export const eventById: LoaderDefinition<string, EventRow> = {
  name: BY_POSITION.name,
  batch: async (reads, ids) => {
    const positions = ids.flatMap((id) => positionOf(id) ?? []).map(String)
    const rows = await reads.db.query<EventRow>(BY_POSITION, [positions, reads.viewer.userId])
    const found = new Map(rows.map(completeEvent).map((event) => [event.id, event]))
    return ids.map((id) => found.get(id) ?? null)
  },
}

/** Who did it: for admins whoever it was, also when they are gone; for others somebody whom they may know of. */
export async function actorOf(
  load: Reads['load'],
  { actorId, isAdministrated }: Pick<EventRow, 'actorId' | 'isAdministrated'>,
): Promise<string | null> {
  if (actorId === null || isAdministrated) return actorId
  return (await load(userById, actorId)) ? actorId : null
}

interface LabelKey {
  organizationId: string
  id: string
}

interface LabelRow extends LabelKey {
  label: string
}

const LABELS = {
  name: 'eventLabels',
  text: `SELECT "id", NULL AS "organizationId", "displayName" AS "label" FROM "User" WHERE "id" = ANY($1)
    UNION ALL SELECT "id", "id", "title" FROM "Organization" WHERE "id" = ANY($1)
    UNION ALL SELECT "id", "organizationId", "title" FROM "Team" WHERE "id" = ANY($1)
    UNION ALL SELECT "id", "organizationId", "title" FROM "Collection" WHERE "id" = ANY($1)
    UNION ALL SELECT "id", "organizationId", "title" FROM "Space" WHERE "id" = ANY($1)
    UNION ALL SELECT c."id", s."organizationId", c."subject" FROM "ChangeRequest" c
      JOIN "Space" s ON s."id" = c."spaceId" WHERE c."id" = ANY($1)`,
}

/**
 * What a thing of an event is called now, while it is still in the organization whose log names it. It asks nobody's
 * access: for admins of that organization alone.
 */
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
