import { columnsOf } from '../../core/lists/columns.ts'
import type { ListDefinition } from '../../core/lists/definitions.ts'
import { FIRST_VALUE, VIEWER } from '../../core/lists/list.ts'
import { Prisma, type Space } from '../../generated/prisma/client.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS } from '../spaces/index.ts'
import { parseQuery } from './query.ts'
import type { SearchFilters } from './search.model.ts'

/** A page that was found. */
export interface FoundPage {
  spaceId: string
  pageId: string
  /** In millionths, as whole numbers compare exactly in a cursor. */
  score: string
  /** Its place among all that were found, from 1; equals share it. */
  rank: number
  /** What was looked for. */
  query: string
}

/** A space in which something was found, with the score of its best page. */
export type FoundSpace = Space & { score: string; query: string }

export const scoreOf = ({ score }: { score: string }): number => Number(score) / 1_000_000

/** Fewer results than this, and words are taken for mistyped. */
const FEW = 3

/** More results than this are told apart by title and headings alone: weighing each of them takes longer than anybody waits. */
const MANY = 1000

/**
 * How well a page answers: first whether all words are in its title, complete or begun, then in title and headings, then
 * anywhere; in a title how much of it they are. Anyone who is only alike comes after all of them.
 */
const SCORE = `(CASE WHEN d."words" @@ a."names" THEN
    CASE WHEN d."words" @@ a."title" THEN 0.25 * least(1, a."size"::float8 / greatest(1, d."titleSize"))
        + CASE WHEN d."words" @@ a."titleWhole" THEN 4 ELSE 3 END
      ELSE 2 END
  ELSE 1 END)`

/** What is added to that: whether the last word is complete, how near to each other and how prominent the words stand. */
const FINER = `(CASE WHEN d."words" @@ a."whole" THEN 0.5 ELSE 0 END
  + 0.24 * ts_rank_cd('{0.1, 0.3, 0.6, 1}', d."words", a."all", 32))`

/** What is asked, worked out once; `marks` and `spaces` are SQL for the spaces that are looked through. */
const asked = (marks: string, spaces: string) =>
  `asked AS MATERIALIZED (
    SELECT v ->> 'text' AS "text", (v ->> 'all')::tsquery AS "all", (v ->> 'whole')::tsquery AS "whole",
      (v ->> 'titleWhole')::tsquery AS "titleWhole", (v ->> 'title')::tsquery AS "title",
      (v ->> 'names')::tsquery AS "names", (v ->> 'size')::int AS "size", v ->> 'rest' AS "rest",
      ARRAY(SELECT jsonb_array_elements_text(v -> 'words')) AS "typed",
      ${marks} AS "marks", ${spaces} AS "spaces"
    FROM (SELECT ${FIRST_VALUE}::jsonb) AS asking(v)
  )`

/** Pages that hold what is asked and, when they are few, those that hold something like it. Only among what is seen. */
const FOUND = `exact AS MATERIALIZED (
    SELECT d."spaceId", d."pageId", (1000000 * ${SCORE})::bigint AS "score"
    FROM asked a JOIN "SearchPage" d ON d."words" @@ (a."marks" && a."all")
  ),
  found AS (
    SELECT e."spaceId", e."pageId", e."score" + (1000000 * ${FINER})::bigint AS "score" FROM asked a CROSS JOIN exact e
    JOIN "SearchPage" d ON d."spaceId" = e."spaceId" AND d."pageId" = e."pageId"
    WHERE (SELECT count(*) FROM exact) <= ${MANY}
    UNION ALL
    SELECT e."spaceId", e."pageId", e."score" FROM exact e WHERE (SELECT count(*) FROM exact) > ${MANY}
    UNION ALL
    SELECT l."spaceId", l."pageId", (990000 * l."similarity")::bigint FROM asked a
    CROSS JOIN LATERAL search_similar(a."marks", a."spaces", a."typed", a."rest", ${FEW}) l
    WHERE (SELECT count(*) FROM exact) < ${FEW} AND a."typed" <> '{}' AND NOT EXISTS (
      SELECT FROM exact e WHERE e."spaceId" = l."spaceId" AND e."pageId" = l."pageId")
  )`

/** Binds what is asked; the statement refers to it all over. */
const conditions = ({ query }: SearchFilters) => [
  { sql: '?::text IS NOT NULL', value: JSON.stringify(parseQuery(query)) },
]

const SPACE_COLUMNS = columnsOf('s', Prisma.SpaceScalarFieldEnum)

/** The spaces of an organization that the viewer may see and that have something, the best first. */
export const foundInOrganization: ListDefinition<OrganizationRow, SearchFilters, FoundSpace> = {
  name: 'foundInOrganization',
  columns: 'r.*',
  from: `(WITH seen AS MATERIALIZED (
      SELECT ${SPACE_COLUMNS}, ${REACH_COLUMNS} FROM "Space" s ${joinAccess(VIEWER)}
      WHERE s."organizationId" = p.key AND ${NOT_DELETED}
    ),
    ${asked(
      `(SELECT string_agg('''@' || seen."id" || '''', '|')::tsquery FROM seen)`,
      `ARRAY(SELECT seen."id" FROM seen)`,
    )}, ${FOUND}
    SELECT seen.*, best."score", (SELECT "text" FROM asked) AS "query"
    FROM (SELECT f."spaceId", max(f."score") AS "score" FROM found f GROUP BY f."spaceId") best
    JOIN seen ON seen."id" = best."spaceId") r`,
  match: 'TRUE',
  key: (organization) => organization.id,
  conditions,
  sort: [
    { sql: 'r."score"', type: 'bigint', value: ({ score }) => score },
    { sql: 'r."id"', type: 'text', value: ({ id }) => id },
  ],
  order: () => 'desc',
  shape: (space, _organization, reads) => {
    noteReach(reads, space.id, space)
    return space
  },
}

/** The pages of a space that were found, the best first. */
export const foundInSpace: ListDefinition<Space, SearchFilters, FoundPage> = {
  name: 'foundInSpace',
  columns: 'r.*',
  from: `(WITH ${asked(`('''@' || p.key || '''')::tsquery`, 'ARRAY[p.key]')}, ${FOUND},
    ranked AS (
      SELECT f.*, (rank() OVER (ORDER BY f."score" DESC))::int AS "rank" FROM found f
    )
    SELECT k.*, (SELECT "text" FROM asked) AS "query" FROM ranked k) r`,
  match: 'TRUE',
  key: (space) => space.id,
  conditions,
  sort: [
    { sql: 'r."score"', type: 'bigint', value: ({ score }) => score },
    { sql: 'r."pageId"', type: 'text', value: ({ pageId }) => pageId },
  ],
  order: () => 'desc',
}
