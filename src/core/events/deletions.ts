import type { Reads } from '../lists/loaders.ts'

/** Where something was when it was deleted, and who deleted it. */
export interface FormerPlace {
  organizationId: string
  spaceId: string | null
  changeRequestId: string | null
  actorId: string | null
}

// The expression and the pattern are those of the index on deletions.
const DELETED = {
  name: 'formerPlaceOf',
  text: `SELECT e."organizationId", e."spaceId", e."changeRequestId", e."actorId" FROM "Event" e
    WHERE e."type" LIKE '%.deleted' AND e."subject" ->> split_part(e."type", '.', 1) = $1 AND e."type" = $2
    ORDER BY e."position" DESC LIMIT 1`,
}

/**
 * The place where a thing of this resource (the first part of its event types) was before it was deleted, as the log
 * has it; null for what never was. Deleting again what is gone succeeds, and without the place an id alone would not
 * tell who may. It says nothing about the caller, who is yet to be authorized for that place.
 */
export async function formerPlaceOf(reads: Reads, resource: string, id: string): Promise<FormerPlace | null> {
  const [place] = await reads.db.query<FormerPlace>(DELETED, [id, `${resource}.deleted`])
  return place ?? null
}
