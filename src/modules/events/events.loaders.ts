import { holdsScope, type Scope, type Viewer } from '../../core/access/viewer.ts'
import { eventBinding } from '../../core/events/event-cursor.ts'
import type { LoggedEvent } from '../../core/events/events.ts'
import { kindOf } from '../../core/ids.ts'
import { type Condition, type ListDefinition, VIEWER } from '../../core/lists/list.ts'
import { type LoaderDefinition, lazyStatement, type Reads, readOf } from '../../core/lists/loaders.ts'
import { labels } from '../../core/operations/module.ts'
import type { Space } from '../../generated/prisma/client.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { knownUserById } from '../users/index.ts'
import { joinReader, READER_COLUMNS, visible, visibleInSpace } from './events.access.ts'
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
  get match() {
    return `e."organizationId" = p.key AND ${visible('p.key', VIEWER)}`
  },
  key: ({ id }) => id,
  cursor: ({ id }) => eventBinding(id),
}

/** What happened in a space, in commit order; what happened to it in another organization stays there. */
export const eventsOfSpace: ListDefinition<Space, EventFilters, EventRow> = {
  ...inLogOrder,
  name: 'eventsOfSpace',
  from: `"Event" e JOIN "Space" o ON o."id" = e."spaceId" AND o."organizationId" = e."organizationId"
    ${joinReader(VIEWER)}`,
  get match() {
    return `e."spaceId" = p.key AND ${visibleInSpace()}`
  },
  key: ({ id }) => id,
  cursor: ({ organizationId }) => eventBinding(organizationId),
}

const BY_POSITION = lazyStatement(
  'eventById',
  () => `SELECT ${EVENT_COLUMNS}, ${READER_COLUMNS} FROM "Event" e ${joinReader('$2')}
    WHERE e."position" = ANY($1::bigint[]) AND ${visible('e."organizationId"', '$2')}`,
)

export const eventById: LoaderDefinition<string, EventRow> = {
  name: BY_POSITION.name,
  scope: 'organization:read',
  batch: async (reads, ids) => {
    const positions = ids.flatMap((id) => positionOf(id) ?? []).map(String)
    const rows = await reads.db.query<EventRow>(BY_POSITION, [positions, reads.viewer.userId])
    const found = new Map(rows.map(completeEvent).map((event) => [event.id, event]))
    return ids.map((id) => found.get(id) ?? null)
  },
}

/** Who did it: for admins whichever user it was, also when they are gone; for others somebody whom they may know of. */
export const visibleActor = readOf(
  null,
  async (reads, { actorId, isAdministrated }: Pick<EventRow, 'actorId' | 'isAdministrated'>) => {
    if (actorId === null || isAdministrated) return actorId
    return (await reads.load(knownUserById, actorId)) ? actorId : null
  },
)

interface LabelKey {
  organizationId: string
  id: string
}

interface LabelRow extends LabelKey {
  label: string
}

const LABELS = lazyStatement('eventLabels', () =>
  labels
    .entries()
    .map(([, { select }]) => select)
    .join(' UNION ALL '),
)

/** People are shown wherever they did something; everything else takes the scope of its kind. */
function mayRead(viewer: Viewer, id: string): boolean {
  const kind = kindOf(id)
  const scope = kind && labels.find(kind)?.scope
  return scope === undefined || holdsScope(viewer, scope as Scope)
}

/**
 * What a thing of an event is called now, while it is still in the organization whose log names it, as far as the token
 * has the scope of such things. It checks no other access: for admins of that organization alone.
 */
export const labelOf: LoaderDefinition<LabelKey, string> = {
  name: LABELS.name,
  scope: null,
  cacheKey: ({ organizationId, id }) => `${organizationId} ${id}`,
  batch: async (reads: Reads, keys) => {
    const readable = keys.flatMap(({ id }) => (mayRead(reads.viewer, id) ? [id] : []))
    const rows = await reads.db.query<LabelRow>(LABELS, [[...new Set(readable)]])
    const found = new Map(rows.map((row) => [row.id, row]))
    return keys.map(({ organizationId, id }) => {
      const row = found.get(id)
      return row && (row.organizationId ?? organizationId) === organizationId ? row.label : null
    })
  },
}
