import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { parseQuery } from './query.ts'
import { BEST, type FoundPage, queryTable } from './search.lists.ts'

/** A page that is among the best ones of some spaces. */
export interface FoundInSpaces extends FoundPage {
  /** Whether every reader sees all that is written, so that what the index has kept can be shown. */
  isAsWritten: boolean
}

const MARKS = `(SELECT string_agg('''@' || k.id || '''', '|')::tsquery FROM unnest($2::text[]) AS k(id))`

const IN_SPACES = statement<FoundInSpaces>({
  name: 'searchInSpaces',
  text: `WITH ${queryTable(MARKS, '$2::text[]', '$1')}, ${BEST},
    ranked AS (SELECT f.*, (rank() OVER (ORDER BY f."score" DESC))::int AS "rank" FROM found f)
    SELECT k."spaceId", k."pageId", k."score"::text AS "score", k."rank", k."meant", (SELECT "text" FROM query) AS "query",
      k."isAsWritten"
    FROM ranked k ORDER BY k."score" DESC, k."spaceId", k."pageId" LIMIT $3`,
})

/** The best pages of main content of these spaces. Which of them the caller can see is checked after. */
export async function findInSpaces(
  db: Queryable,
  spaceIds: readonly string[],
  query: string,
  limit: number,
): Promise<FoundInSpaces[]> {
  if (spaceIds.length === 0) return []
  return db.query(IN_SPACES, [JSON.stringify(parseQuery(query)), spaceIds, limit])
}
