import type { Reads } from './loaders.ts'

/** Where something was when it was deleted. */
export interface FormerPlace {
  organizationId: string
  spaceId: string | null
  changeRequestId: string | null
}

const KINDS = ['team', 'invite', 'comment', 'reply', 'webhook'] as const
export type DeletedKind = (typeof KINDS)[number]

// The kind is part of the text: only then does PostgreSQL find the index on deletions of that kind.
const statements = Object.fromEntries(
  KINDS.map((kind) => [
    kind,
    {
      name: `formerPlaceOf.${kind}`,
      text: `SELECT e."organizationId", e."spaceId", e."changeRequestId" FROM "Event" e
        WHERE e."type" = '${kind}.deleted' AND e."subject" ->> '${kind}' = $1 ORDER BY e."position" DESC LIMIT 1`,
    },
  ]),
) as Record<DeletedKind, { name: string; text: string }>

/**
 * The place where something was before it was deleted, as the log remembers it; null for what never was. Deleting again
 * what is gone succeeds, and without the place an id alone would not tell who may. It says nothing about the caller, who
 * is yet to be judged by it.
 */
export async function formerPlaceOf(
  reads: Reads,
  kind: DeletedKind,
  id: string,
): Promise<FormerPlace | null> {
  const [place] = await reads.db.query<FormerPlace>(statements[kind], [id])
  return place ?? null
}
