import { DomainError } from '../../core/errors.ts'
import type { Database } from '../../platform/database.ts'
import { endCredentials } from './credentials.ts'

/**
 * Disables a user for the operator of the machine: all tokens and sessions end, with their connections, and no new
 * ones can be created. Returns their number. What the user has written stays.
 */
export function disableUser({ transaction }: Database, userId: string, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const operators = await tx.$queryRaw<{ id: string }[]>`
      SELECT u."id" FROM "User" u LEFT JOIN "DisabledUser" d ON d."userId" = u."id"
      WHERE u."isOperator" AND d."userId" IS NULL ORDER BY u."id" FOR UPDATE OF u`
    if (operators.length === 1 && operators[0]?.id === userId) {
      throw new DomainError(
        'conflict',
        'This is the last operator of this instance. Make another user an operator first.',
      )
    }
    // The row that creating a token locks.
    await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId} FOR NO KEY UPDATE`
    await tx.disabledUser.upsert({ where: { userId }, create: { userId, disabledAt: now }, update: {} })
    return endCredentials(tx, userId)
  })
}

/** Lets a disabled user have tokens again. */
export async function enableUser({ prisma }: Database, userId: string): Promise<void> {
  await prisma.disabledUser.deleteMany({ where: { userId } })
}
