import { statement } from '../../platform/statements/statement.ts'
import type { RequestLoaders } from '../lists/definitions.ts'

/** Where a resource was when it was deleted, and who deleted it. */
interface FormerPlace {
  organizationId: string
  spaceId: string | null
  changeRequestId: string | null
  actorId: string | null
}

// The expression and the pattern match the index on deletions.
const DELETED = statement<FormerPlace>({
  name: 'formerPlaceOf',
  text: `SELECT e."organizationId", e."spaceId", e."changeRequestId", e."actorId" FROM "Event" e
    WHERE e."type" LIKE '%.deleted' AND e."subject" ->> split_part(e."type", '.', 1) = $1 AND e."type" = $2
    ORDER BY e."position" DESC LIMIT 1`,
})

/**
 * Where a resource (the first part of its event types) was before its deletion, according to the event log;
 * null if it never existed. Deleting it again succeeds, and without the place, the id alone would not say
 * who is authorized. The caller is not authorized here.
 */
export async function formerPlaceOf(
  reads: RequestLoaders,
  resource: string,
  id: string,
): Promise<FormerPlace | null> {
  const [place] = await reads.db.query(DELETED, [id, `${resource}.deleted`])
  return place ?? null
}
