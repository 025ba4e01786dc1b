import type { Database } from '../platform/database.ts'

/** The text of a GraphQL document that an operator has registered for any build of a client. */
export async function findRegisteredDocument({ pool }: Database, hash: string): Promise<string | null> {
  const { rows } = await pool.query<{ text: string }>(
    'SELECT "text" FROM "GraphQLDocument" WHERE "hash" = $1 LIMIT 1',
    [hash],
  )
  return rows[0]?.text ?? null
}
