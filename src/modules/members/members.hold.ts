import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * Finds members of an organization by user id or e-mail address, and locks their rows against removal until
 * the transaction ends, so that no user is added to a team or gets a grant while being removed. Locked in
 * the order of their ids, always before any team. Returns the user id for each name that was found.
 */
export async function holdMembers(
  tx: Prisma.TransactionClient,
  organizationId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const candidates = [...new Set(names.flatMap((name) => [name, name.toLowerCase()]))]
  const rows = await tx.$queryRaw<{ userId: string; email: string | null }[]>`
    SELECT m."userId", u."email" FROM "Member" m JOIN "User" u ON u."id" = m."userId"
    WHERE m."organizationId" = ${organizationId} AND m."userId" IN (
      SELECT "id" FROM "User" WHERE "id" = ANY(${candidates}) UNION SELECT "id" FROM "User" WHERE "email" = ANY(${candidates}))
    ORDER BY m."userId" FOR KEY SHARE OF m`
  const known = new Map(
    rows.flatMap(({ userId, email }) => [userId, email ?? userId].map((name) => [name, userId])),
  )
  return new Map(
    names.flatMap((name) => {
      const userId = known.get(name) ?? known.get(name.toLowerCase())
      return userId === undefined ? [] : [[name, userId]]
    }),
  )
}
