import { notFound } from '../../core/errors.ts'
import { columnsOf, roomFor, type Unfilled } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type {
  Condition,
  ListDefinition,
  LoaderDefinition,
  RequestLoaders,
  SortColumn,
} from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import { FIRST_VALUE, VIEWER } from '../../core/lists/list.ts'
import { loaderById, readOf } from '../../core/lists/loaders.ts'
import { type Member, Prisma, type User } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { type OrganizationRow, signsInWithSso } from '../organizations/index.ts'
import { joinedUser, type UserColumns } from '../users/index.ts'
import { containsFolded } from './contains-folded.ts'
import type { MemberFilters, MemberSort } from './members.model.ts'

export type MemberRow = Member & { user: User }

/** A member `m` and their user `u`, for select lists. */
const person = joinedUser('user')
const { sso: _sso, ...stored } = Prisma.MemberScalarFieldEnum
export const MEMBER_COLUMNS = `${columnsOf('m', stored)}, ${signsInWithSso('m')} AS "sso", ${person.columns('u')}, ${roomFor('user')}`

/** Keeps only members that the viewer can see: a guest sees only themselves. */
const joinViewer = (viewer: string) =>
  `JOIN "Member" v ON v."organizationId" = m."organizationId" AND v."userId" = ${viewer} AND NOT v."disabled"
    AND (v."role" IS NOT NULL OR v."userId" = m."userId")`

/** Joins the user of the member `m`, and keeps only members that the viewer can see. */
export const joinVisibleUser = (viewer: string) =>
  `JOIN "User" u ON u."id" = m."userId" ${joinViewer(viewer)}`

export function completeMember<Row extends Unfilled<MemberRow, 'user'>>(row: Row): Row & MemberRow {
  const member = row as Row & MemberRow
  member.user = person.take(row)
  return member
}

export const memberById = loaderById<MemberRow>({
  name: 'memberById',
  scope: 'organization:members:read',
  text: `SELECT ${MEMBER_COLUMNS} FROM "Member" m ${joinVisibleUser('$2')} WHERE m."id" = ANY($1)`,
  shape: completeMember,
})

export interface MemberKey {
  organizationId: string
  userId: string
}

const cacheKey = ({ organizationId, userId }: MemberKey) => `${organizationId}/${userId}`

const OF_USER = statement<Unfilled<MemberRow, 'user'> & UserColumns<'user'>>({
  name: 'memberOfUser',
  text: `SELECT ${MEMBER_COLUMNS} FROM "Member" m ${joinVisibleUser('$2')}
    WHERE (m."organizationId", m."userId") IN (SELECT * FROM unnest($1::text[], $3::text[]))`,
})

/** The membership of a user in an organization. */
export const memberOfUser: LoaderDefinition<MemberKey, MemberRow> = {
  name: OF_USER.name,
  scope: 'organization:members:read',
  cacheKey,
  batch: async (reads, keys) => {
    const rows = await reads.db.query(OF_USER, [
      keys.map((key) => key.organizationId),
      reads.viewer.userId,
      keys.map((key) => key.userId),
    ])
    const found = new Map(rows.map((row) => [cacheKey(row), completeMember(row)]))
    return keys.map((key) => found.get(cacheKey(key)) ?? null)
  },
}

/** The viewer's own membership of an organization. */
export const viewerMember = readOf('organization:members:read', (reads, organizationId: string) =>
  reads.load(memberOfUser, { organizationId, userId: reads.viewer.userId }),
)

export async function getMemberRow(reads: RequestLoaders, key: MemberKey): Promise<MemberRow> {
  const member = await reads.load(memberOfUser, { organizationId: key.organizationId, userId: key.userId })
  if (!member) throw notFound('This member')
  return member
}

interface MemberCounts {
  /** The number of spaces with a direct grant to the member, not through a team or a collection. */
  spaces: number
  teams: number
  /** The number of sites that the member can see: all of the organization, and none for a guest. */
  sites: number
}

const COUNTS = statement<MemberCounts & { id: string }>({
  name: 'countsOfMember',
  text: `SELECT m."id",
      (SELECT count(*)::int FROM "Grant" g JOIN "Space" s ON s."id" = g."spaceId"
        WHERE g."principalId" = m."userId" AND g."spaceId" IS NOT NULL AND s."organizationId" = m."organizationId" AND s."deletedAt" IS NULL) AS "spaces",
      (SELECT count(*)::int FROM "TeamMember" tm JOIN "Team" t ON t."id" = tm."teamId"
        WHERE tm."userId" = m."userId" AND t."organizationId" = m."organizationId") AS "teams",
      (SELECT count(*)::int FROM "Site" i
        WHERE i."organizationId" = m."organizationId" AND (m."role" IS NOT NULL OR EXISTS (SELECT 1 FROM "Grant" g
          WHERE g."siteId" = i."id" AND (g."principalId" = m."userId" OR g."principalId" IN (
            SELECT tm."teamId" FROM "TeamMember" tm WHERE tm."userId" = m."userId"))))) AS "sites"
    FROM "Member" m WHERE m."id" = ANY($1)`,
})

/** Values of a member by the member's own id; access was checked when the id was read. */
export const countsOfMember = {
  name: COUNTS.name,
  scope: null,
  batch: async (reads: RequestLoaders, memberIds: readonly string[]): Promise<MemberCounts[]> => {
    const rows = await reads.db.query(COUNTS, [memberIds])
    const found = new Map(rows.map((row) => [row.id, row]))
    return memberIds.map((id) => found.get(id) ?? { spaces: 0, teams: 0, sites: 0 })
  },
}

const GUEST = 'guest'

function byRole(role: MemberFilters['role']): Condition[] {
  if (!role?.includes(GUEST)) return amongst('m."role"', '"Role"', role)
  // Equality with null finds nothing; the first form finds guests and still walks the index on roles.
  return role.every((each) => each === GUEST)
    ? [{ sql: `(m."role" IS NULL AND ?::text = '${GUEST}')`, value: GUEST }]
    : [{ sql: `coalesce(m."role"::text, '${GUEST}') = ANY(?::text[])`, value: role }]
}

const SEARCHED = `quire_fold(u."displayName" || ' ' || coalesce(u."email", ''))`

function conditions(filters: MemberFilters): Condition[] {
  const chosen = byRole(filters.role)
  if (filters.search) chosen.push({ sql: containsFolded(SEARCHED), value: filters.search })
  return chosen
}

const bySort = (sort: MemberSort, columns: SortColumn<MemberRow>[], only = '') =>
  defineList<OrganizationRow, MemberFilters, MemberRow>({
    name: `members.${sort}`,
    columns: `${MEMBER_COLUMNS}${sort === 'name' ? ', quire_fold(u."displayName") AS "foldedName"' : ''}`,
    from: `"Member" m ${joinVisibleUser(VIEWER)}`,
    match: `m."organizationId" = p.key${only}`,
    key: (organization) => organization.id,
    conditions,
    sort: columns,
    order: (filters) => filters.order,
    shape: completeMember,
  })

const byId: SortColumn<MemberRow> = { sql: 'm."id"', type: 'text', value: (member) => member.id }

/** The members of an organization, one list per order: each follows an index, with a unique column last. */
const membersOfOrganization = {
  joinedAt: bySort('joinedAt', [
    { sql: 'm."joinedAt"', type: 'timestamptz', value: (member) => member.joinedAt.toISOString() },
    byId,
  ]),
  lastSeenAt: bySort(
    'lastSeenAt',
    [
      {
        sql: 'm."lastSeenAt"',
        type: 'timestamptz',
        value: (member) => member.lastSeenAt?.toISOString() ?? '',
      },
      byId,
    ],
    ' AND m."lastSeenAt" IS NOT NULL',
  ),
  name: bySort('name', [
    {
      sql: 'quire_fold(u."displayName")',
      type: 'text',
      // Only the database folds text like the index does, so the list in that order selects the folded
      // value.
      value: (member) => (member as MemberRow & { foldedName: string }).foldedName,
    },
    { sql: 'u."id"', type: 'text', value: (member) => member.userId },
  ]),
} satisfies Record<MemberSort, unknown>

/** The membership of the user `u` by its index (`OFFSET 0` keeps PostgreSQL from joining differently). */
const JOIN_EACH_MEMBER = `JOIN LATERAL (SELECT o.* FROM "Member" o
    WHERE o."organizationId" = p.key AND o."userId" = u."id" OFFSET 0) m ON true ${joinViewer(VIEWER)}`

/** The rows that are read in order before the index of the search is used. */
const WALKED_ROWS = 500
/** One user after the other, until the page is full; PostgreSQL would use the index of the search here as well. */
const JOIN_EACH_USER = `JOIN LATERAL (SELECT o.* FROM "User" o WHERE o."id" = m."userId" OFFSET 0) u ON true ${joinViewer(VIEWER)}`

/**
 * Users that a search finds, and then the membership of each: a plan for any text expects many users, and would read
 * all members of the organization.
 */
const found = <Row>(list: ListDefinition<OrganizationRow, MemberFilters, Row>) =>
  defineList({
    ...list,
    from: `"User" u ${JOIN_EACH_MEMBER}`,
    walk: { rows: WALKED_ROWS, table: '"Member" m', alias: 'm', joins: JOIN_EACH_USER },
  })

const USERS_WITH_NAME = 'SELECT o.*, quire_fold(o."displayName") AS "foldedName" FROM "User" o'
const IS_FOUND = containsFolded(SEARCHED, FIRST_VALUE)

/** In order before their memberships are looked up, so that only those of a page are. */
const foundByName = (direction: 'ASC' | 'DESC'): typeof membersOfOrganization.name =>
  defineList({
    ...membersOfOrganization.name,
    columns: `${MEMBER_COLUMNS}, u."foldedName"`,
    from: `(SELECT u.* FROM (${USERS_WITH_NAME}) u WHERE ${IS_FOUND}
    ORDER BY "foldedName" ${direction}, u."id" ${direction}) u ${JOIN_EACH_MEMBER}`,
    // Users of all organizations, as the index has them in order; other members are left out by the join.
    walk: {
      rows: WALKED_ROWS,
      table: `(${USERS_WITH_NAME}) u`,
      alias: 'u',
      match: 'true',
      joins: `${JOIN_EACH_MEMBER} AND ${IS_FOUND}`,
    },
    conditions: ({ search, role }) => [{ sql: '?::text IS NOT NULL', value: search }, ...byRole(role)],
    sort: membersOfOrganization.name.sort.map((column, index) =>
      index === 0 ? { ...column, sql: 'u."foldedName"' } : column,
    ),
  })

const byName = { asc: foundByName('ASC'), desc: foundByName('DESC') }
const foundInOrganization = {
  joinedAt: found(membersOfOrganization.joinedAt),
  lastSeenAt: found(membersOfOrganization.lastSeenAt),
}

/** The list for these filters. */
export function membersFor({ sort, order, search }: MemberFilters) {
  if (!search) return membersOfOrganization[sort]
  return sort === 'name' ? byName[order] : foundInOrganization[sort]
}

const ofThemselves = <Row>(list: ListDefinition<OrganizationRow, MemberFilters, Row>) =>
  defineList({
    ...list,
    match: `${list.match} AND m."userId" = ${VIEWER}`,
  })

/** The same lists for a guest, who sees only themselves, without scanning all members. */
export const guestAmongMembers: typeof membersOfOrganization = {
  joinedAt: ofThemselves(membersOfOrganization.joinedAt),
  lastSeenAt: ofThemselves(membersOfOrganization.lastSeenAt),
  name: ofThemselves(membersOfOrganization.name),
}
