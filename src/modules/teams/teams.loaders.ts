import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { Condition, LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { Prisma, type Team } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import {
  completeMember,
  containsFolded,
  joinVisibleUser,
  MEMBER_COLUMNS,
  type MemberRow,
} from '../members/index.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import type { MemberTeamsFilters, TeamFilters, TeamRole } from './teams.model.ts'
import type { TeamReach } from './teams.policy.ts'

/** A team for the viewer: its row, and the viewer's role in its organization and in the team. */
export type TeamRow = Team & { viewerRole: Role | null; viewerTeamRole: TeamRole | null }

/** A membership in a team. */
export interface TeamMembershipRow {
  team: TeamRow
  member: MemberRow
  role: TeamRole
  joinedAt: Date
  version: number
}

const COLUMNS = `${columnsOf('t', Prisma.TeamScalarFieldEnum)}, w."role" AS "viewerRole", mine."role" AS "viewerTeamRole"`

/** Joins the viewer's roles for the team `t`. */
const joinReach = (viewer: string) =>
  `JOIN "Member" w ON w."organizationId" = t."organizationId" AND w."userId" = ${viewer} AND NOT w."disabled"
  LEFT JOIN "TeamMember" mine ON mine."teamId" = t."id" AND mine."userId" = ${viewer}`

/** Members with the read role or higher see every team; a guest sees only their own. */
const VISIBLE = `(w."role" IS NOT NULL OR mine."userId" IS NOT NULL)`

export const teamById = loaderById<TeamRow>({
  name: 'teamById',
  scope: 'organization:members:read',
  text: `SELECT ${COLUMNS} FROM "Team" t ${joinReach('$2')} WHERE t."id" = ANY($1) AND ${VISIBLE}`,
})

const OWN_TEAMS = statement<{ organizationId: string; ids: string[] }>({
  name: 'ownTeams',
  text: `SELECT t."organizationId", array_agg(t."id") AS "ids" FROM "TeamMember" m JOIN "Team" t ON t."id" = m."teamId"
    WHERE m."userId" = $2 AND t."organizationId" = ANY($1) GROUP BY t."organizationId"`,
})

/** The ids of the teams of an organization that the viewer is in. */
export const ownTeams: LoaderDefinition<string, readonly string[]> = {
  name: OWN_TEAMS.name,
  scope: 'organization:members:read',
  batch: async ({ db, viewer }, organizationIds) => {
    const rows = await db.query(OWN_TEAMS, [organizationIds, viewer.userId])
    const found = new Map(rows.map(({ organizationId, ids }) => [organizationId, ids]))
    return organizationIds.map((id) => found.get(id) ?? [])
  },
}

export interface TeamPlace {
  organizationId?: string | undefined
  teamId: string
}

/** The team at this location, or null: a team of another organization is not found. */
export async function findTeam(
  reads: RequestLoaders,
  { organizationId, teamId }: TeamPlace,
): Promise<TeamRow | null> {
  const team = await reads.load(teamById, teamId)
  return team && (organizationId === undefined || team.organizationId === organizationId) ? team : null
}

export async function getTeamRow(reads: RequestLoaders, place: TeamPlace): Promise<TeamRow> {
  const team = await findTeam(reads, place)
  if (!team) throw notFound('This team')
  return team
}

export const reachOfTeam = (team: TeamRow): TeamReach => ({
  role: team.viewerRole,
  teamRole: team.viewerTeamRole,
})

const titleContains = (title: string): Condition => ({
  sql: containsFolded('quire_fold(t."title")'),
  value: title,
})

/** A user whom a guest cannot see owns no team that the guest can see. */
const managedBy = (owner: string): Condition => ({
  sql: `((w."role" IS NOT NULL OR w."userId" = ?::text) AND (
    EXISTS (SELECT 1 FROM "TeamMember" o WHERE o."teamId" = t."id" AND o."userId" = ?::text AND o."role" = 'owner')
    OR EXISTS (SELECT 1 FROM "Member" a WHERE a."organizationId" = t."organizationId" AND a."userId" = ?::text
      AND a."role" = 'admin' AND NOT a."disabled")))`,
  value: owner,
})

/** The teams of an organization that the viewer can see, oldest first. */
export const teamsOfOrganization = defineList<OrganizationRow, TeamFilters, TeamRow>({
  name: 'teams',
  columns: COLUMNS,
  from: `"Team" t ${joinReach(VIEWER)}`,
  match: `t."organizationId" = p.key AND ${VISIBLE}`,
  key: (organization) => organization.id,
  conditions: ({ owner, title }) => [
    ...(owner ? [managedBy(owner)] : []),
    ...(title ? [titleContains(title)] : []),
  ],
  sort: [{ sql: 't."id"', type: 'text', value: (team) => team.id }],
  order: () => 'asc',
})

/** The same list for a guest, from the teams that they are in. */
export const teamsOfGuest: typeof teamsOfOrganization = defineList({
  ...teamsOfOrganization,
  match: `${teamsOfOrganization.match} AND t."id" = ANY(ARRAY(
    SELECT own."teamId" FROM "TeamMember" own WHERE own."userId" = ${VIEWER}))`,
})

const PLACE = `tm."role" AS "membership_role", tm."joinedAt" AS "membership_joinedAt",
  tm."version" AS "membership_version"`

interface Placed {
  membership_role: TeamRole
  membership_joinedAt: Date
  membership_version: number
}

// A membership is read as a flat row of the joined tables, and then nested.
const membership = (flat: unknown, team: TeamRow, member: MemberRow): TeamMembershipRow => {
  const { membership_role: role, membership_joinedAt: joinedAt, membership_version: version } = flat as Placed
  return { team, member, role, joinedAt, version }
}

/** The members of a team that the viewer can see, by user id, which is the order of the primary key. */
export const membersOfTeam = defineList<TeamRow, object, TeamMembershipRow>({
  name: 'teamMembers',
  columns: `${MEMBER_COLUMNS}, ${PLACE}`,
  from: `"TeamMember" tm JOIN "Team" t ON t."id" = tm."teamId"
    JOIN "Member" m ON m."organizationId" = t."organizationId" AND m."userId" = tm."userId" ${joinVisibleUser(VIEWER)}`,
  match: 'tm."teamId" = p.key',
  key: (team) => team.id,
  sort: [{ sql: 'tm."userId"', type: 'text', value: ({ member }) => member.userId }],
  order: () => 'asc',
  shape: (flat, team) => membership(flat, team, completeMember(flat as unknown as MemberRow)),
})

/** The same list for a guest, who sees only themselves. */
export const guestInTeam: typeof membersOfTeam = defineList({
  ...membersOfTeam,
  match: `${membersOfTeam.match} AND tm."userId" = ${VIEWER}`,
})

/** The teams of a member, oldest first. */
export const teamsOfMember = defineList<MemberRow, MemberTeamsFilters, TeamMembershipRow>({
  name: 'memberTeams',
  columns: `${COLUMNS}, ${PLACE}`,
  from: `"Member" m JOIN "TeamMember" tm ON tm."userId" = m."userId"
    JOIN "Team" t ON t."id" = tm."teamId" AND t."organizationId" = m."organizationId" ${joinReach(VIEWER)}`,
  match: `m."id" = p.key AND ${VISIBLE}`,
  key: (member) => member.id,
  conditions: ({ title }) => (title ? [titleContains(title)] : []),
  sort: [{ sql: 't."id"', type: 'text', value: ({ team }) => team.id }],
  order: () => 'asc',
  shape: (flat, member) => membership(flat, flat as unknown as TeamRow, member),
})

const SPACES = statement<{ id: string; n: number }>({
  name: 'spacesOfTeam',
  text: `SELECT g."principalId" AS "id", count(*)::int AS "n" FROM "Grant" g JOIN "Space" s ON s."id" = g."spaceId"
    WHERE g."principalId" = ANY($1) AND g."spaceId" IS NOT NULL AND s."deletedAt" IS NULL GROUP BY g."principalId"`,
})

/**
 * The number of spaces with a grant to a team, by the id of the team; access was checked when the id was
 * read.
 */
export const spacesGrantedToTeam = {
  name: SPACES.name,
  scope: null,
  batch: async (reads: RequestLoaders, teamIds: readonly string[]): Promise<number[]> => {
    const rows = await reads.db.query(SPACES, [teamIds])
    const found = new Map(rows.map((row) => [row.id, row.n]))
    return teamIds.map((id) => found.get(id) ?? 0)
  },
}
