import type { BatchDefinition } from '../../../core/lists/definitions.ts'
import type { ChangeRequest, Prisma } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { type MergeRule, rulesInForce } from '../../organizations/index.ts'
import { joinAccess, NOT_DELETED } from '../../spaces/index.ts'
import type { Conflict } from '../three-way/types.ts'

/** The latest review of one reviewer. */
export interface LatestReview {
  userId: string
  status: string
  /** Whether it is about the current revision. */
  isCurrent: boolean
}

export type OpenConflict = Pick<Conflict, 'kind' | 'subjectType' | 'subject'> & { field: string | null }

/** What decides whether a change request can be merged, besides the content of the three revisions. */
export interface MergeFacts
  extends Pick<
    ChangeRequest,
    'id' | 'spaceId' | 'organizationId' | 'status' | 'subject' | 'createdById' | 'commentsOpen'
  > {
  hasDescription: boolean
  /** The ids of the three revisions of the merge. */
  base: string
  primary: string
  changed: string
  /** Whether main content has changed since the change request was last updated from it. */
  isOutdated: boolean
  rules: readonly MergeRule[]
  /** Users whom rules name, who do not exist any more or cannot see the space. */
  absent: readonly string[]
  /** Of reviewers who can still see the space. */
  reviews: readonly LatestReview[]
  /** The conflicts that an update has left, and that are not resolved yet. */
  conflicts: readonly OpenConflict[]
}

type Row = Omit<MergeFacts, 'rules'> & {
  spaceRules: Prisma.JsonValue
  organizationRules: Prisma.JsonValue
}

const BASE = `coalesce(c."revisionMergedAncestorId", c."revisionInitialId")`

/** Everything in one statement, so that its parts are of one point in time. */
const FACTS = statement<Row>({
  name: 'mergeFacts',
  text: `SELECT c."id", c."spaceId", c."organizationId", c."status", c."subject", c."createdById", c."commentsOpen",
      c."description" <> '' AS "hasDescription", ${BASE} AS "base", s."revisionId" AS "primary",
      c."revisionId" AS "changed", ${BASE} <> ALL(s."sameRevisions" || s."revisionId") AS "isOutdated",
      s."mergeRules" AS "spaceRules", o."mergeRules" AS "organizationRules",
      (SELECT coalesce(jsonb_agg(named."userId"), '[]') FROM (SELECT DISTINCT
          jsonb_path_query(jsonb_build_array(s."mergeRules", o."mergeRules"), '$[*].rules[*].users[*]') #>> '{}' AS "userId"
        ) named WHERE NOT EXISTS (SELECT 1 FROM "Space" s ${joinAccess('named."userId"')}
          JOIN "User" u ON u."id" = named."userId" AND u."deletedAt" IS NULL WHERE s."id" = c."spaceId")) AS "absent",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', latest."reviewerId", 'status', latest."status",
          'isCurrent', latest."revisionId" = c."revisionId")), '[]')
        FROM (SELECT DISTINCT ON (r."reviewerId") r."reviewerId", r."status", r."revisionId" FROM "Review" r
          WHERE r."changeRequestId" = c."id" ORDER BY r."reviewerId", r."id" DESC) latest
        JOIN "Space" s ON s."id" = c."spaceId" ${joinAccess('latest."reviewerId"')}) AS "reviews",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', x."kind", 'subjectType', x."subjectType",
          'subject', x."subject", 'field', x."field") ORDER BY x."id"), '[]')
        FROM "Conflict" x WHERE x."changeRequestId" = c."id" AND x."resolution" IS NULL) AS "conflicts"
    FROM "ChangeRequest" c JOIN "Space" s ON s."id" = c."spaceId"
      JOIN "Organization" o ON o."id" = c."organizationId"
    WHERE c."id" = ANY($1) AND ${NOT_DELETED}`,
})

const factsFrom = ({ spaceRules, organizationRules, ...row }: Row): MergeFacts => ({
  ...row,
  rules: rulesInForce(spaceRules, organizationRules),
})

/** The facts of change requests, as they are now. */
export const mergeFactsOf = async (db: Queryable, ids: readonly string[]): Promise<MergeFacts[]> =>
  (await db.query(FACTS, [ids])).map(factsFrom)

/** Those of change requests that the viewer can see; that was checked when they were loaded. */
export const mergeFacts: BatchDefinition<string, MergeFacts> = {
  name: FACTS.name,
  batch: async ({ db }, ids) => {
    const found = new Map((await mergeFactsOf(db, ids)).map((facts) => [facts.id, facts]))
    return ids.map((id) => found.get(id) ?? null)
  },
}
