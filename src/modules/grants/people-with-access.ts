import { type Role, roles } from '../../core/access/roles.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { ListDefinition } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import { effectiveRole, placedParts, principals } from '../collections/index.ts'
import { joinedUser } from '../users/index.ts'
import type { UserPermission } from './grants.loaders.ts'
import type { AggregateFilters } from './grants.model.ts'
import { type SourceColumns, sourcesOf } from './grants.sources.ts'
import type { GrantTarget } from './grants.targets.ts'

type AggregateList = ListDefinition<GrantTarget, AggregateFilters, UserPermission>

/** The organization, the level and the places with grants of a target, by the alias `x` of its row. */
interface TargetParts {
  from: string
  level: string
  targets: string
  /** The id of what sets that level: the target, or a collection above it. Null if none of them does. */
  levelFrom: string
}

/** The innermost of these collections that sets a level of its own. */
export const settingLevel = (ids: string) =>
  `(SELECT setting."id" FROM "Collection" setting
    WHERE setting."id" = ANY(${ids}) AND setting."defaultLevel" IS DISTINCT FROM 'inherit'
    ORDER BY cardinality(setting."ancestorIds") DESC LIMIT 1)`

export const spaceParts: TargetParts = {
  from: '"Space" x LEFT JOIN "Collection" f ON f."id" = x."parentId"',
  ...placedParts('x', 'f'),
  levelFrom: `CASE WHEN x."defaultLevel" IS DISTINCT FROM 'inherit' THEN x."id"
    ELSE ${settingLevel(`coalesce(f."ancestorIds", '{}')`)} END`,
}
const collection: TargetParts = {
  from: '"Collection" x',
  level: 'x."resolvedLevel"',
  targets: 'x."ancestorIds"',
  levelFrom: settingLevel('x."ancestorIds"'),
}

/**
 * What is read once for a page: the target, and the users with a grant on it, directly or through a team, with the
 * highest role of each.
 */
const onceFor = ({ from, level, targets, levelFrom }: TargetParts) =>
  `"target" AS MATERIALIZED (SELECT x."organizationId", ${level} AS "level", ${targets} AS "targets",
    ${levelFrom} AS "levelFrom" FROM ${from} WHERE x."id" = p.key),
  "held" AS MATERIALIZED (SELECT holder."userId", max(holder."role") AS "role" FROM (
    SELECT given."userId", given."role" FROM "Grant" given
      WHERE given."targetId" = ANY(${TARGETS}) AND given."userId" IS NOT NULL
    UNION ALL SELECT joined."userId", given."role" FROM "Grant" given
      JOIN "TeamMember" joined ON joined."teamId" = given."teamId"
      WHERE given."targetId" = ANY(${TARGETS}) AND given."teamId" IS NOT NULL) holder
    GROUP BY holder."userId")`

// Without the cast, the array would be parsed as a subquery of ANY.
const TARGETS = '(SELECT "targets" FROM "target")::text[]'
const LEVEL = '(SELECT "level" FROM "target")'

/**
 * The role that grants give the member `m`, from one map of all grantees. A lookup per member would read all
 * grants on the target again and again, and a join would lose the index order.
 */
const GRANTED = `((SELECT jsonb_object_agg("userId", "role") FROM "held") ->> m."userId")::"Role"`

/**
 * Every member who may have a role on the target (this role, if one is given), once each: by their own
 * role, by the default level of the target, or by a grant. This only narrows the candidates down; the rule
 * in `effectiveRole` checks each of them. Each part is read in list order, the first two from an index, and
 * is skipped when the level of the target excludes it. Guests are apart, because they are few and no level
 * excludes them: their part is read from the index of roles, and not by looking up everyone with a grant.
 */
function candidates(role: Role | undefined): string {
  const members = (rest: string) =>
    `(SELECT c."id", c."userId", c."role", c."joinedAt" FROM "Member" c
      WHERE c."organizationId" = (SELECT "organizationId" FROM "target") AND NOT c."disabled" AND ${rest}
      ORDER BY c."joinedAt", c."id")`
  const owning = role ?? 'admin'
  const ownRole = `c."role" = '${owning}' ${owning === 'admin' ? '' : `AND ${LEVEL} = 'inherit'`}`
  const byDefault = `c."role" <> 'admin' AND ${role ? `${LEVEL} = '${role}'` : `${LEVEL} IS NOT NULL`}`
  const elsewhere = role
    ? `CASE WHEN ${LEVEL} = 'inherit' THEN c."role" <> '${role}' ELSE ${LEVEL} IS DISTINCT FROM '${role}' END`
    : `${LEVEL} IS NULL`
  const held = `SELECT h."userId" FROM "held" h ${role ? `WHERE h."role" = '${role}'` : ''}`
  return `(${members(ownRole)} UNION ALL ${members(byDefault)}
    UNION ALL ${members(`c."userId" = ANY(ARRAY(${held})) AND c."role" <> 'admin' AND ${elsewhere}`)}
    UNION ALL ${members(`c."role" IS NULL AND c."userId" IN (${held})`)})`
}

const person = joinedUser('user')

/** What gives the member `m` a role, for the rows of a page: their own role, the level, and each grant to them or a team of theirs. */
const SOURCES = `m."role" AS "memberRole", ${LEVEL} AS "level", (SELECT "levelFrom" FROM "target") AS "levelFrom",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('role', reason."role", 'teamId', reason."teamId",
      'targetId', reason."targetId") ORDER BY reason."createdAt", reason."id"), '[]')
    FROM "Grant" reason WHERE reason."targetId" = ANY(${TARGETS})
      AND reason."principalId" = ANY(${principals('m."userId"')})) AS "grants"`

/** The parts of a list of everyone with a role (this role, if one is given) on a target: the member `m`, and the user `u`. */
export function peopleWithAccess(parts: TargetParts, role?: Role) {
  const checked = effectiveRole({ memberRole: 'm."role"', level: LEVEL, granted: GRANTED })
  return {
    with: onceFor(parts),
    from: `${candidates(role)} m JOIN "User" u ON u."id" = m."userId"
      JOIN LATERAL (SELECT ${checked} AS "role" OFFSET 0) access ON true`,
    match: `p.key IS NOT NULL AND access."role" ${role ? `= '${role}'` : 'IS NOT NULL'}`,
    key: (target: { id: string }) => target.id,
  }
}

/** Everyone with a role on the target, by the time they joined the organization. */
function people(name: string, parts: TargetParts, role?: Role): AggregateList {
  return defineList({
    name,
    ...peopleWithAccess(parts, role),
    columns: `m."id" AS "memberId", m."joinedAt" AS "since", access."role" AS "permission", ${SOURCES}, ${person.columns('u')}`,
    conditions: (filters) => (role ? [] : amongst('access."role"', '"Role"', filters.role)),
    sort: [
      { sql: 'm."joinedAt"', type: 'timestamptz', value: ({ since }) => since.toISOString() },
      { sql: 'm."id"', type: 'text', value: ({ id }) => id },
    ],
    order: () => 'asc',
    shape: (flat) => {
      const row = flat as unknown as UserPermission & SourceColumns & { memberId: string }
      const { memberId: id, permission, since } = row
      return { id, permission, since, user: person.take(flat), sources: sourcesOf(row) }
    },
  })
}

/** One statement per role, because the candidates depend on it. */
function byRole(name: string, parts: TargetParts): (filters: AggregateFilters) => AggregateList {
  const everybody = people(name, parts)
  const having = new Map(roles.map((role) => [role, people(name, parts, role)]))
  return ({ role: [only, ...others] = [] }) =>
    (only && others.length === 0 ? having.get(only) : undefined) ?? everybody
}

export const peopleOfSpace = byRole('peopleSpace', spaceParts)
export const peopleOfCollection = byRole('peopleCollection', collection)
