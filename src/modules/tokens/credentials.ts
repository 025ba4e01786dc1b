import type { Prisma } from '../../generated/prisma/client.ts'
import { announce } from '../../platform/announce.ts'
import { REVOKED_CHANNEL } from './tokens.authentication.ts'

/** A kind of credentials that a user can have, such as API tokens. */
interface Credentials {
  /** Ends all of a user, on every node when the transaction commits, and returns how many there were. */
  readonly end: (tx: Prisma.TransactionClient, userId: string) => Promise<number>
}

const kinds: Credentials[] = []

/** For modules with other credentials than tokens. */
export const declareCredentials = (kind: Credentials): void => void kinds.push(kind)

/** Revokes all tokens of a user, and returns their IDs. */
export async function revokeTokensOf(tx: Prisma.TransactionClient, userId: string): Promise<string[]> {
  const tokens = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM "ApiToken" WHERE "userId" = ${userId} RETURNING "id"`
  const ids = tokens.map(({ id }) => id)
  if (ids.length > 0) await announce(tx, REVOKED_CHANNEL, ...ids)
  return ids
}

declareCredentials({ end: async (tx, userId) => (await revokeTokensOf(tx, userId)).length })

/** Ends everything with which a user can call the APIs, and the connections that use it. Returns how many there were. */
export async function endCredentials(tx: Prisma.TransactionClient, userId: string): Promise<number> {
  let count = 0
  for (const kind of kinds) count += await kind.end(tx, userId)
  return count
}
