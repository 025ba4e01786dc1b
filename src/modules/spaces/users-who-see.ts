import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { statement } from '../../platform/statements/statement.ts'
import { joinAccess, NOT_DELETED } from './spaces.access.ts'

const SIGHTED = statement<{ id: string }>({
  name: 'usersWhoSeeSpace',
  text: `SELECT requested."id" FROM unnest($1::text[]) AS requested("id") JOIN "Space" s ON s."id" = $2
    ${joinAccess('requested."id"')} WHERE ${NOT_DELETED}`,
})

/** Those of the users who can see the space. */
export async function usersWhoSee(
  reads: RequestLoaders,
  spaceId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await reads.db.query(SIGHTED, [userIds, spaceId])
  return new Set(rows.map(({ id }) => id))
}
