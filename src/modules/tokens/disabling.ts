import { DomainError, forbidden } from '../../core/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { endCredentials } from './credentials.ts'

interface Disabling {
  userId: string
  /** The operator who does it in the app or with an API. Absent at the command line. */
  operatorId?: string
  now: Date
}

/**
 * Disables a user: all tokens and sessions end, with their connections, and no new ones can be created. Returns their
 * number. What the user has written stays.
 */
export async function disableUser(
  tx: Prisma.TransactionClient,
  { userId, operatorId, now }: Disabling,
): Promise<number> {
  // Before operators are counted, so that two who disable each other do so one after the other. Creating a token locks
  // the row of the user as well.
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "isOperator" OR "id" = ${userId} ORDER BY "id" FOR NO KEY UPDATE`
  const operators = await tx.$queryRaw<{ id: string }[]>`
    SELECT u."id" FROM "User" u WHERE u."isOperator"
      AND NOT EXISTS (SELECT 1 FROM "DisabledUser" d WHERE d."userId" = u."id")`
  if (operatorId !== undefined && !operators.some(({ id }) => id === operatorId)) {
    throw forbidden('You are no longer an operator of this instance.')
  }
  if (operators.length === 1 && operators[0]?.id === userId) {
    throw new DomainError(
      'conflict',
      'This is the last operator of this instance. Make another user an operator first.',
    )
  }
  await tx.disabledUser.upsert({ where: { userId }, create: { userId, disabledAt: now }, update: {} })
  return endCredentials(tx, userId)
}

/** Lets a disabled user sign in and have tokens again. Returns whether the user was disabled. */
export async function enableUser(tx: Prisma.TransactionClient, userId: string): Promise<boolean> {
  const { count } = await tx.disabledUser.deleteMany({ where: { userId } })
  return count > 0
}
