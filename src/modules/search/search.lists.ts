import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import { FIRST_VALUE, VIEWER } from '../../core/lists/list.ts'
import { Prisma, type Space } from '../../generated/prisma/client.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS } from '../spaces/index.ts'
import { parseQuery } from './query.ts'
import type { SearchFilters } from './search.model.ts'
import { AS_WRITTEN } from './words.ts'

/** A page in search results. */
export interface FoundPage {
  spaceId: string
  pageId: string
  /** In millionths, because integers compare exactly in a cursor. */
  score: string
  /** Its rank among all results, from 1. Equal scores have the same rank. */
  rank: number
  /** The query. */
  query: string
  /** The correct spellings of misspelled words of the query. Null for an exact match. */
  meant: string[] | null
}

/** A space with results, and the score of its best page. */
export type FoundSpace = Space & { score: string; query: string }

export const scoreOf = ({ score }: { score: string }): number => Number(score) / 1_000_000

/** With fewer results than this, similar words are searched as well. */
const FEW = 3

/** With more results than this, only title and headings affect the rank: scoring each result would take too long. */
const MANY = 1000

/**
 * The score of a page: first whether all words are in its title, complete or as a prefix, then in title and
 * headings, then anywhere; and how much of the title they cover. Pages with similar words only come last.
 */
const SCORE = `(CASE WHEN d."words" @@ a."names" THEN
    CASE WHEN d."words" @@ a."title" THEN 0.25 * least(1, a."size"::float8 / greatest(1, d."titleSize"))
        + CASE WHEN d."words" @@ a."titleWhole" THEN 4 ELSE 3 END
      ELSE 2 END
  ELSE 1 END)`

const CLOSENESS = `0.24 * ts_rank_cd('{0.1, 0.3, 0.6, 1}', d."words", a."all", 32)`

/** Added to the score: whether the last word is complete, and how close and how prominent the words are. */
const FINER = `(CASE WHEN d."words" @@ a."whole" THEN 0.5 ELSE 0 END + ${CLOSENESS})`

/** More than any score with corrected words, which are the same as those of exact matches. */
const MAX_SIMILAR = 6

/** How much a page resembles the query: 1 if it contains each word as it was written. */
const LIKENESS = `(SELECT avg(CASE WHEN d."words" @@ t.word::tsquery THEN 1 ELSE (
    SELECT max(1 - m."slips"::float8 / length(m."word")) FROM meant m
    WHERE m."word" = t.word AND d."words" @@ m."meant"::tsquery) END)
  FROM unnest(a."typed") AS t(word))`

/** The query as common table expressions. `marks` and `spaces` are SQL for the spaces to search. */
export const queryTable = (marks: string, spaces: string, query = FIRST_VALUE) =>
  `query AS MATERIALIZED (
    SELECT v ->> 'text' AS "text", (v ->> 'all')::tsquery AS "all", (v ->> 'whole')::tsquery AS "whole",
      (v ->> 'titleWhole')::tsquery AS "titleWhole", (v ->> 'title')::tsquery AS "title",
      (v ->> 'names')::tsquery AS "names", (v ->> 'size')::int AS "size",
      (v ->> 'titleTerms')::tsquery AS "titleTerms", (v ->> 'namesTerms')::tsquery AS "namesTerms",
      v ->> 'rest' AS "rest", v ->> 'restTitle' AS "restTitle", v ->> 'restNames' AS "restNames",
      ARRAY(SELECT jsonb_array_elements_text(v -> 'words')) AS "typed",
      ${marks} AS "marks", ${spaces} AS "spaces"
    FROM (SELECT ${query}::jsonb) AS asking(v)
  )`

/** Similar words that those of a query may stand for, if few pages match. */
const MEANT = `meant AS MATERIALIZED (
    SELECT m.* FROM query a CROSS JOIN LATERAL search_meant(a."marks", a."spaces", a."typed", ${FEW}) m
    WHERE (SELECT count(*) FROM exact) < ${FEW} AND a."typed" <> '{}'
  ),
  corrections AS MATERIALIZED (
    SELECT jsonb_object_agg(m."word", m."meant") AS "words" FROM (
      SELECT m."word", jsonb_agg(m."meant") AS "meant" FROM meant m GROUP BY m."word") m
    HAVING count(*) > 0
  ),
  corrected AS MATERIALIZED (
    SELECT search_corrected(a."typed", c."words", '', a."rest") AS "all",
      search_corrected(a."typed", c."words", 'A', a."restTitle") AS "title",
      search_corrected(a."typed", c."words", 'A', a."restTitle") AS "titleWhole",
      search_corrected(a."typed", c."words", 'AB', a."restNames") AS "names",
      a."size", a."typed", a."marks"
    FROM query a CROSS JOIN corrections c
  )`

/** Pages with similar words. */
const similar = (
  more = '',
) => `SELECT d."spaceId", d."pageId", (990000 / ${MAX_SIMILAR} * (${SCORE} + ${CLOSENESS} + ${LIKENESS}))::bigint,
      (SELECT array_agg(DISTINCT m."meant") FROM meant m)${more}
    FROM corrected a JOIN "SearchPage" d ON d."words" @@ (a."marks" && a."all")
    WHERE NOT EXISTS (SELECT FROM exact e WHERE e."spaceId" = d."spaceId" AND e."pageId" = d."pageId")`

/**
 * Pages that match the query and, if there are few, pages with similar words, which may be the correct spellings. Only visible
 * pages are searched.
 */
export const FOUND = `exact AS MATERIALIZED (
    SELECT d."spaceId", d."pageId", (1000000 * ${SCORE})::bigint AS "score"
    FROM query a JOIN "SearchPage" d ON d."words" @@ (a."marks" && a."all")
  ),
  ${MEANT},
  found AS (
    SELECT e."spaceId", e."pageId", e."score" + (1000000 * ${FINER})::bigint AS "score", NULL::text[] AS "meant"
    FROM query a CROSS JOIN exact e
    JOIN "SearchPage" d ON d."spaceId" = e."spaceId" AND d."pageId" = e."pageId"
    WHERE (SELECT count(*) FROM exact) <= ${MANY}
    UNION ALL
    SELECT e."spaceId", e."pageId", e."score", NULL::text[] FROM exact e WHERE (SELECT count(*) FROM exact) > ${MANY}
    UNION ALL
    ${similar()}
  )`

const IS_AS_WRITTEN = `d."words" @@ '''${AS_WRITTEN}'''::tsquery`

/** The most candidates, of which the best are found, and the most titles that they are chosen from. */
const MAX_CANDIDATES = 60
const MAX_TITLES = 300

/** Candidates by the terms of one column of the query, if there are not enough yet. */
const candidates = (terms: string, before: readonly string[]) => `(
    SELECT d."spaceId", d."pageId", d."titleSize" FROM query a JOIN "SearchPage" d ON d."words" @@ (a."marks" && a."${terms}")
    ${before.length > 0 ? `WHERE ${before.map((name) => `(SELECT count(*) FROM ${name})`).join(' + ')} < ${MAX_CANDIDATES}` : ''}
    LIMIT ${before.length > 0 ? MAX_CANDIDATES : MAX_TITLES})`

/**
 * The same for a few results. Pages that have the words in their title come first, then those that have them in titles and
 * headings, then all others, and no more of them are read than are needed, so that frequent words cost no more than others.
 * They are read by their keys alone, where a plan could look the words up for all pages, and their words are unpacked once.
 */
export const BEST = `titled AS MATERIALIZED (
    SELECT * FROM ${candidates('titleTerms', [])} t ORDER BY t."titleSize", t."spaceId", t."pageId" LIMIT ${MAX_CANDIDATES}
  ),
  headed AS MATERIALIZED ${candidates('namesTerms', ['titled'])},
  others AS MATERIALIZED ${candidates('all', ['titled', 'headed'])},
  exact AS MATERIALIZED (
    SELECT d."spaceId", d."pageId", (1000000 * (${SCORE} + ${FINER}))::bigint AS "score",
      ${IS_AS_WRITTEN} AS "isAsWritten"
    FROM query a
    CROSS JOIN (SELECT * FROM titled UNION SELECT * FROM headed UNION SELECT * FROM others) c
    CROSS JOIN LATERAL (
      SELECT p."spaceId", p."pageId", p."titleSize", p."words" || ''::tsvector AS "words"
      FROM "SearchPage" p WHERE p."spaceId" = c."spaceId" AND p."pageId" = c."pageId" OFFSET 0
    ) d
    WHERE d."words" @@ a."all"
  ),
  ${MEANT},
  found AS (
    SELECT e."spaceId", e."pageId", e."score", NULL::text[] AS "meant", e."isAsWritten" FROM exact e
    UNION ALL
    (${similar(`, ${IS_AS_WRITTEN}`)} LIMIT ${MAX_CANDIDATES})
  )`

/** The parameters of the query, which the statement refers to throughout. */
const conditions = ({ query }: SearchFilters) => [
  { sql: '?::text IS NOT NULL', value: JSON.stringify(parseQuery(query)) },
]

const SPACE_COLUMNS = columnsOf('s', Prisma.SpaceScalarFieldEnum)

/** The spaces of an organization that the viewer can see and that have results, best first. */
export const foundInOrganization = defineList<OrganizationRow, SearchFilters, FoundSpace>({
  name: 'foundInOrganization',
  columns: 'r.*',
  from: `(WITH seen AS MATERIALIZED (
      SELECT ${SPACE_COLUMNS}, ${REACH_COLUMNS} FROM "Space" s ${joinAccess(VIEWER)}
      WHERE s."organizationId" = p.key AND ${NOT_DELETED}
    ),
    ${queryTable(
      `(SELECT string_agg('''@' || seen."id" || '''', '|')::tsquery FROM seen)`,
      `ARRAY(SELECT seen."id" FROM seen)`,
    )}, ${FOUND}
    SELECT seen.*, best."score", (SELECT "text" FROM query) AS "query"
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
})

/** The results in a space, best first. */
export const foundInSpace = defineList<Space, SearchFilters, FoundPage>({
  name: 'foundInSpace',
  columns: 'r.*',
  from: `(WITH ${queryTable(`('''@' || p.key || '''')::tsquery`, 'ARRAY[p.key]')}, ${FOUND},
    ranked AS (
      SELECT f.*, (rank() OVER (ORDER BY f."score" DESC))::int AS "rank" FROM found f
    )
    SELECT k.*, (SELECT "text" FROM query) AS "query" FROM ranked k) r`,
  match: 'TRUE',
  key: (space) => space.id,
  conditions,
  sort: [
    { sql: 'r."score"', type: 'bigint', value: ({ score }) => score },
    { sql: 'r."pageId"', type: 'text', value: ({ pageId }) => pageId },
  ],
  order: () => 'desc',
})
