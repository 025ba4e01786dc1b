import { holdsScope, type Scope, type Viewer } from '../../core/access/viewer.ts'
import { eventBinding, eventCursor, positionIn } from '../../core/events/event-cursor.ts'
import type { LoggedEvent } from '../../core/events/events.ts'
import { kindOf } from '../../core/ids.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { Condition, LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { readOf } from '../../core/lists/loaders.ts'
import { labels } from '../../core/operations/module.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { type Statement, statement } from '../../platform/statements/statement.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { knownUserById } from '../users/index.ts'
import { joinReader, READER_COLUMNS, visible, visibleInSpace } from './events.access.ts'
import { type EventFilters, eventId, plainSubject, positionOf } from './events.model.ts'

/** An event of the log, for the viewer. */
export type EventRow = LoggedEvent & {
  id: string
  /** Whether the viewer is an admin of the organization, who sees all ids of the event. */
  isAdministrated: boolean
}

export const EVENT_COLUMNS = `e."position", e."organizationId", e."spaceId", e."changeRequestId", e."type", e."actorId",
  e."occurredAt", e."subject"`

/** Drivers return the position as a string or as a bigint. */
export function completeEvent<Row extends EventRow>(row: Row): Row {
  row.position = BigInt(row.position)
  row.id = eventId(row.position)
  if (!row.isAdministrated) row.subject = plainSubject(row)
  return row
}

/** Conditions for the space and the period of events. */
export const within = ({
  space,
  since,
  until,
}: Pick<EventFilters, 'space' | 'since' | 'until'>): Condition[] => [
  ...(space === undefined ? [] : [{ sql: 'e."spaceId" = ?', value: space }]),
  ...(since === undefined ? [] : [{ sql: 'e."occurredAt" >= ?::timestamptz', value: since }]),
  ...(until === undefined ? [] : [{ sql: 'e."occurredAt" < ?::timestamptz', value: until }]),
]

/** Events by an actor whom the viewer can see: what somebody hidden did must not be found out by asking for them. */
const BY_ACTOR = `e."actorId" = ? AND (w."role" = 'admin' OR e."actorId" = w."userId"
  OR (w."role" IS NOT NULL AND EXISTS (SELECT 1 FROM "Member" a
    WHERE a."organizationId" = e."organizationId" AND a."userId" = e."actorId")))`

/**
 * How much the order of commits, by which lists are read, can differ from that of times: more than any transaction lasts,
 * or the clocks of nodes are apart.
 */
const APART = `interval '1 day'`
const position = (where: string, order: string) =>
  `(SELECT x."position" FROM "Event" x WHERE x."organizationId" = p.key AND ${where} ORDER BY x."occurredAt" ${order} LIMIT 1)`
const LEAST = position(`x."occurredAt" < ?::timestamptz - ${APART}`, 'DESC')
const MOST = position(`x."occurredAt" >= ?::timestamptz + ${APART}`, 'ASC')

/**
 * Conditions for the part of the log of an organization in which the events of a period are. A page of a period long ago is
 * then found without reading all events after it.
 */
export const partOfLog = ({ since, until }: Pick<EventFilters, 'since' | 'until'>): Condition[] => [
  ...(since === undefined ? [] : [{ sql: `e."position" > coalesce(${LEAST}, 0)`, value: since }]),
  ...(until === undefined
    ? []
    : [{ sql: `e."position" < coalesce(${MOST}, 9223372036854775807)`, value: until }]),
]

const conditions = ({ types, changeRequest, actor, ...rest }: EventFilters): Condition[] => [
  ...(types ? [{ sql: 'e."type" = ANY(?::text[])', value: types }] : []),
  ...(changeRequest === undefined ? [] : [{ sql: 'e."changeRequestId" = ?', value: changeRequest }]),
  ...(actor === undefined ? [] : [{ sql: BY_ACTOR, value: actor }]),
  ...within(rest),
]

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

/** The events of an organization, in commit order. */
export const eventsOfOrganization = defineList<OrganizationRow, EventFilters, EventRow>({
  ...inLogOrder,
  name: 'eventsOfOrganization',
  from: `"Event" e ${joinReader(VIEWER)}`,
  conditions: (filters) => [...conditions(filters), ...partOfLog(filters)],
  get match() {
    return `e."organizationId" = p.key AND ${visible('p.key', VIEWER)}`
  },
  key: ({ id }) => id,
  cursor: ({ id }) => eventBinding(id),
})

/**
 * The events of a space, in commit order, without those from before a transfer, which stay in the other
 * organization.
 */
export const eventsOfSpace = defineList<Space, EventFilters, EventRow>({
  ...inLogOrder,
  name: 'eventsOfSpace',
  from: `"Event" e JOIN "Space" o ON o."id" = e."spaceId" AND o."organizationId" = e."organizationId"
    ${joinReader(VIEWER)}`,
  get match() {
    return `e."spaceId" = p.key AND ${visibleInSpace()}`
  },
  key: ({ id }) => id,
  cursor: ({ organizationId }) => eventBinding(organizationId),
})

const BY_POSITION = statement<Omit<EventRow, 'id' | 'position'> & { position: string }>({
  name: 'eventById',
  text: () => `SELECT ${EVENT_COLUMNS}, ${READER_COLUMNS} FROM "Event" e ${joinReader('$2')}
    WHERE e."position" = ANY($1::bigint[]) AND ${visible('e."organizationId"', '$2')}`,
})

export const eventById: LoaderDefinition<string, EventRow> = {
  name: BY_POSITION.name,
  scope: 'organization:read',
  batch: async (reads, ids) => {
    const positions = ids.flatMap((id) => positionOf(id) ?? []).map(String)
    const rows = await reads.db.query(BY_POSITION, [positions, reads.viewer.userId])
    const events = rows.map((row) => completeEvent({ ...row, id: '', position: BigInt(row.position) }))
    const found = new Map(events.map((event) => [event.id, event]))
    return ids.map((id) => found.get(id) ?? null)
  },
}

/**
 * The actor of an event: for admins any user, even a deleted one; for others only users whom they can see.
 */
export const visibleActor = readOf(
  null,
  async (reads, { actorId, isAdministrated }: Pick<EventRow, 'actorId' | 'isAdministrated'>) => {
    if (actorId === null || isAdministrated) return actorId
    return (await reads.load(knownUserById, actorId)) ? actorId : null
  },
)

interface EndRow {
  id: string
  organizationId: string
  position: string
}

/** Where the log ends for each place: after its newest event, or after what was removed for its age. */
const endOf = (table: 'Organization' | 'Space', organization: string, isHere: string) =>
  statement<EndRow>({
    name: `endOfLogOf${table}`,
    text: `SELECT p."id", ${organization} AS "organizationId",
      greatest((SELECT max(e."position") FROM "Event" e WHERE ${isHere}), l."removedTo", 0)::text AS "position"
    FROM "${table}" p LEFT JOIN "EventLog" l ON l."organizationId" = ${organization} WHERE p."id" = ANY($1)`,
  })

const cursorAtEnd = (scope: Scope, endBy: Statement<EndRow>): LoaderDefinition<string, string> => ({
  name: endBy.name,
  scope,
  batch: async ({ db }, ids) => {
    const rows = await db.query(endBy, [ids])
    const found = new Map(
      rows.map(({ id, organizationId, position }) => [
        id,
        eventCursor({ organizationId, position: BigInt(position) }),
      ]),
    )
    return ids.map((id) => found.get(id) ?? null)
  },
})

/** The end of the log of an organization or a space that the viewer was shown. */
export const organizationEventCursor = cursorAtEnd(
  'organization:read',
  endOf('Organization', 'p."id"', 'e."organizationId" = p."id"'),
)
export const spaceEventCursor = cursorAtEnd(
  'space:read',
  endOf('Space', 'p."organizationId"', 'e."spaceId" = p."id" AND e."organizationId" = p."organizationId"'),
)

const MAX_DELETED = 1_000
const TEAMS_DELETED = statement<{ team: string }>({
  name: 'teamsDeletedSince',
  text: `SELECT "subject"->>'team' AS "team" FROM "Event"
    WHERE "organizationId" = $1 AND "position" > $2 AND "type" = 'team.deleted' ORDER BY "position" LIMIT ${MAX_DELETED}`,
})

/** The ids of teams of an organization that were deleted after a cursor. */
export const teamsDeletedSince = readOf(
  'organization:members:read',
  async ({ db }, { organizationId, after }: { organizationId: string; after: string }) => {
    const rows = await db.query(TEAMS_DELETED, [organizationId, String(positionIn(organizationId, after))])
    return rows.map(({ team }) => team)
  },
)

interface LabelKey {
  organizationId: string
  id: string
}

interface LabelRow {
  /** Null for users, who belong to no organization. */
  organizationId: string | null
  id: string
  label: string
}

const LABELS = statement<LabelRow>({
  name: 'eventLabels',
  text: () =>
    labels
      .entries()
      .map(([, { select }]) => select)
      .join(' UNION ALL '),
})

/** Users are shown wherever they did something; every other kind requires its scope. */
function mayRead(viewer: Viewer, id: string): boolean {
  const kind = kindOf(id)
  const scope = kind && labels.find(kind)?.scope
  return scope === undefined || holdsScope(viewer, scope as Scope)
}

/**
 * The current name of a resource in an event, if it still belongs to the organization of the log and the
 * token has the scope of its kind. No other access is checked: only for admins of that organization.
 */
export const labelOf: LoaderDefinition<LabelKey, string> = {
  name: LABELS.name,
  scope: null,
  cacheKey: ({ organizationId, id }) => `${organizationId} ${id}`,
  batch: async (reads: RequestLoaders, keys) => {
    const readable = keys.flatMap(({ id }) => (mayRead(reads.viewer, id) ? [id] : []))
    const rows = await reads.db.query(LABELS, [[...new Set(readable)]])
    const found = new Map(rows.map((row) => [row.id, row]))
    return keys.map(({ organizationId, id }) => {
      const row = found.get(id)
      return row && (row.organizationId ?? organizationId) === organizationId ? row.label : null
    })
  },
}
