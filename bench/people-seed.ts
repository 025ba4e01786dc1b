import type pg from 'pg'
import { digestOf } from '../src/modules/tokens/index.ts'

/** The size of the organization: that of the targets, or a tenth of it for a quick run. */
export interface PeopleScale {
  members: number
  teams: number
  collections: number
  spaces: number
  events: number
}

export const peopleScales: Record<'full' | 'small', PeopleScale> = {
  full: { members: 50_000, teams: 2_000, collections: 1_000, spaces: 10_000, events: 50_000 },
  small: { members: 5_000, teams: 200, collections: 100, spaces: 1_000, events: 5_000 },
}

export const callers = ['admin', 'member', 'guest'] as const
export type CallerName = (typeof callers)[number]

/** Valid only for the generated data, on the loopback interface. */
export const tokenOf = (caller: CallerName) => `qre_bench-people-${caller}-people-bench`

/** Ids are ordered by their number. */
const id = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 12, '0')`
export const idOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(12, '0')}`

/** The ids that the queries use. The first three users are the callers. */
export const places = {
  organizationId: idOf('org', 1),
  userIds: { admin: idOf('usr', 1), member: idOf('usr', 2), guest: idOf('usr', 3) },
  /** A collection with hundreds of spaces. The member manages it. */
  collectionId: idOf('col', 1),
  /** A space that is shared with hundreds of users and dozens of teams. The member manages it. */
  sharedSpaceId: idOf('spc', 7),
  /** A space that gives no access by default. */
  privateSpaceId: idOf('spc', 8),
  /** The only space that the guest can see. It is nested in collections that the guest cannot see. */
  guestSpaceId: (scale: PeopleScale) => idOf('spc', scale.spaces - 13),
  teamId: idOf('tea', 1),
}

const FIRST = ['Ana', 'Björn', 'Chloé', 'Dmitri', 'Élodie', 'Farid', 'Grace', 'Hanna', 'Ichiro', 'José']
const LAST = ['Müller', 'García', 'Okafor', 'Nguyễn', 'Smith', 'Øster', 'Kowalski', 'Rossi', 'Tanaka']
const pick = (words: string[], n: string) =>
  `(ARRAY[${words.map((word) => `'${word}'`)}])[1 + (${n}) % ${words.length}]`

/** Seeds an empty database, completely or not at all. An existing one is left unchanged. */
export async function seedPeople(
  client: pg.Client,
  scale: PeopleScale,
  log: (line: string) => void,
): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM "ApiToken" LIMIT 1')
  if (rowCount) return
  log(`Filling the database of people (once, ${scale.members} members) …`)
  const begun = Date.now()
  await client.query('BEGIN')
  try {
    // Foreign keys are valid by construction; checking them row by row would take most of the time.
    await client.query('SET LOCAL session_replication_role = replica')
    for (const statement of [...people(scale), ...placesOf(scale), ...shares(scale)]) {
      await client.query(statement)
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  log(`Filled in ${Math.round((Date.now() - begun) / 1000)} s.`)
}

const ORG = `'${places.organizationId}'`

/** One in twenty is a guest, one in a thousand an admin. The teams have 25 members, the first one a tenth of all. */
const people = ({ members, teams }: PeopleScale): string[] => [
  `INSERT INTO "Organization" ("id", "title") VALUES (${ORG}, 'Acme')`,
  `INSERT INTO "User" ("id", "displayName", "email")
    SELECT ${id('usr', 'n')}, ${pick(FIRST, 'n')} || ' ' || ${pick(LAST, 'n / 7')} || ' ' || n,
      'person' || n || '@example.com' FROM generate_series(1, ${members}) n`,
  `INSERT INTO "Member" ("id", "organizationId", "userId", "role", "joinedAt", "lastSeenAt")
    SELECT ${id('mem', 'n')}, ${ORG}, ${id('usr', 'n')},
      (CASE WHEN n = 1 OR n % 1000 = 0 THEN 'admin' WHEN n = 2 THEN 'edit' WHEN n = 3 OR n % 20 = 0 THEN NULL
        ELSE ${pick(['read', 'read', 'read', 'comment', 'edit', 'edit', 'review', 'create'], 'n / 3')} END)::"Role",
      timestamptz '2026-01-01' + n * interval '5 minutes',
      CASE WHEN n % 5 > 0 THEN timestamptz '2026-11-01' + (n * 7919 % ${members}) * interval '10 seconds' END
    FROM generate_series(1, ${members}) n`,
  ...callers.map(
    (caller, index) => `INSERT INTO "ApiToken" ("id", "userId", "label", "digest", "scopes")
      VALUES ('${idOf('tok', index + 1)}', '${places.userIds[caller]}', 'Bench', '${digestOf(tokenOf(caller))}', '{}')`,
  ),
  `INSERT INTO "TeamMember" ("teamId", "userId", "role")
    SELECT ${id('tea', 'k')}, ${id('usr', `1 + (k * 31 + i * 1987) % ${members}`)},
      (CASE i WHEN 1 THEN 'owner' ELSE 'member' END)::"TeamRole"
    FROM generate_series(2, ${teams}) k, generate_series(1, 25) i
    WHERE 1 + (k * 31 + i * 1987) % ${members} > 3 ON CONFLICT DO NOTHING`,
  `INSERT INTO "TeamMember" ("teamId", "userId")
    SELECT ${id('tea', '1')}, ${id('usr', 'n')} FROM generate_series(10, ${members}, 10) n`,
  // The member is in 51 teams, the admin in none.
  `INSERT INTO "TeamMember" ("teamId", "userId")
    SELECT ${id('tea', `2 + k * ${Math.floor(teams / 60)}`)}, '${places.userIds.member}' FROM generate_series(0, 50) k`,
  `INSERT INTO "Team" ("id", "organizationId", "title", "memberCount")
    SELECT ${id('tea', 'k')}, ${ORG}, 'Team ' || ${pick(LAST, 'k')} || ' ' || k,
      (SELECT count(*) FROM "TeamMember" tm WHERE tm."teamId" = ${id('tea', 'k')})
    FROM generate_series(1, ${teams}) k`,
]

/**
 * Four collections at the top level, so that a small page has nested ones too; then five in every two. A tenth
 * gives no access.
 */
const placesOf = ({ collections, spaces }: PeopleScale): string[] => [
  `CREATE TEMP TABLE folders ON COMMIT DROP AS SELECT n, ${id('col', 'n')} AS "id",
      CASE WHEN n > 4 THEN ${id('col', 'ceil((n - 4) / 2.5)::int')} END AS "parentId",
      (CASE WHEN n % 10 = 0 THEN NULL WHEN n % 7 = 0 THEN 'comment' ELSE 'inherit' END)::"DefaultLevel" AS level
    FROM generate_series(1, ${collections}) n`,
  `INSERT INTO "Collection" ("id", "organizationId", "parentId", "title", "defaultLevel", "orderKey",
      "ancestorIds", "resolvedLevel")
    WITH RECURSIVE tree AS (
      SELECT f.*, ARRAY[f."id"] AS above, f.level AS resolved FROM folders f WHERE f."parentId" IS NULL
      UNION ALL
      SELECT f.*, tree.above || f."id", CASE WHEN f.level IS DISTINCT FROM 'inherit' THEN f.level ELSE tree.resolved END
      FROM folders f JOIN tree ON f."parentId" = tree."id")
    SELECT "id", ${ORG}, "parentId", 'Collection ' || n, level, 'V' || lpad(n::text, 6, '0') || 'V', above, resolved
    FROM tree`,
  `INSERT INTO "Space" ("id", "organizationId", "parentId", "orderKey", "title", "emoji", "revisionId", "createdById",
      "defaultLevel", "deletedAt")
    SELECT ${id('spc', 'n')}, ${ORG},
      CASE WHEN n % 20 = 0 THEN NULL WHEN n % 20 = 7 THEN '${places.collectionId}'
        ELSE ${id('col', `1 + n * 7919 % ${collections}`)} END,
      'V' || lpad(n::text, 6, '0') || 'V', 'Space ' || n, '📘', ${id('rev', 'n')}, '${places.userIds.admin}',
      (CASE WHEN n = 8 OR n % 50 = 1 THEN NULL WHEN n % 33 = 0 THEN 'comment' ELSE 'inherit' END)::"DefaultLevel",
      CASE WHEN n % 500 = 0 THEN now() END
    FROM generate_series(1, ${spaces}) n`,
  `INSERT INTO "Revision" ("id", "spaceId", "type", "parents") SELECT "revisionId", "id", 'edits', '{}' FROM "Space"`,
]

const grant = (columns: { principal: 'user' | 'team'; target: 'space' | 'collection' }, rows: string) =>
  `INSERT INTO "Grant" ("id", "organizationId", "principalId", "targetId", "${columns.principal}Id",
      "${columns.target}Id", "role")
    SELECT 'gra_' || md5(r.who || r.what), ${ORG}, r.who, r.what, r.who, r.what, r.role::"Role" FROM (${rows}) r
    ON CONFLICT DO NOTHING`

const ROLES = ['read', 'comment', 'edit', 'review', 'create']

/** Every guest but the last caller has two spaces. Every second space and every collection is granted to a team. */
const shares = (scale: PeopleScale): string[] => {
  const { members, teams, collections, spaces, events } = scale
  const { sharedSpaceId, privateSpaceId, collectionId, userIds } = places
  return [
    grant(
      { principal: 'user', target: 'space' },
      `SELECT ${id('usr', 'n')} AS who, ${id('spc', `1 + (n * 37 + k * 4001) % ${spaces}`)} AS what, 'comment' AS role
        FROM generate_series(20, ${members}, 20) n, generate_series(1, 2) k
      UNION ALL SELECT '${userIds.guest}', '${places.guestSpaceId(scale)}', 'read'
      UNION ALL SELECT '${userIds.member}', unnest(ARRAY['${sharedSpaceId}', '${privateSpaceId}']), 'create'
      UNION ALL SELECT ${id('usr', '10 + n * 11')}, '${sharedSpaceId}', ${pick(ROLES, 'n')} FROM generate_series(1, 300) n
      UNION ALL SELECT ${id('usr', '10 + n * 13')}, '${privateSpaceId}', ${pick(ROLES, 'n')} FROM generate_series(1, 100) n`,
    ),
    grant(
      { principal: 'team', target: 'space' },
      `SELECT ${id('tea', `2 + n % ${teams - 1}`)} AS who, ${id('spc', 'n')} AS what, ${pick(ROLES, 'n / 2')} AS role
        FROM generate_series(2, ${spaces}, 2) n
      UNION ALL SELECT ${id('tea', '2 + n')}, '${sharedSpaceId}', ${pick(ROLES, 'n')} FROM generate_series(1, 80) n`,
    ),
    grant(
      { principal: 'team', target: 'collection' },
      `SELECT ${id('tea', `2 + n * 3 % ${teams - 1}`)} AS who, ${id('col', 'n')} AS what, ${pick(ROLES, 'n')} AS role
        FROM generate_series(2, ${collections}) n
      UNION ALL SELECT ${id('tea', '2 + n')}, '${collectionId}', ${pick(ROLES, 'n')} FROM generate_series(1, 60) n`,
    ),
    grant(
      { principal: 'user', target: 'collection' },
      `SELECT '${userIds.member}' AS who, '${collectionId}' AS what, 'create' AS role
      UNION ALL SELECT ${id('usr', '10 + n * 17')}, '${collectionId}', ${pick(ROLES, 'n')} FROM generate_series(1, 100) n`,
    ),
    `INSERT INTO "Invite" ("id", "organizationId", "role", "level", "spaceId", "collectionId")
      SELECT ${id('inv', 'n')}, ${ORG}, CASE WHEN n % 3 = 0 THEN 'read'::"Role" END,
        CASE WHEN n % 3 > 0 THEN 'comment'::"Role" END, CASE WHEN n % 3 = 1 THEN ${id('spc', 'n * 3 + 1')} END,
        CASE WHEN n % 3 = 2 THEN ${id('col', `1 + n % ${collections}`)} END FROM generate_series(1, 300) n`,
    `INSERT INTO "Event" ("organizationId", "spaceId", "type", "actorId", "subject")
      SELECT ${ORG}, CASE WHEN n % 2 = 0 THEN ${id('spc', `1 + n % ${spaces}`)} END,
        CASE WHEN n % 2 = 0 THEN 'space.updated' ELSE 'member.updated' END, ${id('usr', `1 + n * 7 % ${members}`)},
        CASE WHEN n % 2 = 0 THEN jsonb_build_object('space', ${id('spc', `1 + n % ${spaces}`)})
          ELSE jsonb_build_object('member', ${id('mem', `1 + n % ${members}`)}, 'user', ${id('usr', `1 + n % ${members}`)}) END
      FROM generate_series(1, ${events}) n`,
  ]
}
