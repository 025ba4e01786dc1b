import { DomainError } from '../../../core/errors.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'

/** The account of an e-mail address. */
export interface FoundAccount {
  userId: string
  displayName: string
  language: string | null
  /** False for an account that exists only because its address was invited: nobody can act with it yet. */
  isSetUp: boolean
  isDisabled: boolean
}

/** Finds the account of an address. */
export async function accountOf(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  email: string,
): Promise<FoundAccount | undefined> {
  const [found] = await db.$queryRaw<FoundAccount[]>`
    SELECT u."id" AS "userId", u."displayName", p."language",
      (a."passwordHash" IS NOT NULL OR u."isOperator"
        OR EXISTS (SELECT 1 FROM "Passkey" k WHERE k."userId" = u."id")
        OR EXISTS (SELECT 1 FROM "Identity" i WHERE i."userId" = u."id")
        OR EXISTS (SELECT 1 FROM "ApiToken" t WHERE t."userId" = u."id")
        OR EXISTS (SELECT 1 FROM "Session" s WHERE s."userId" = u."id")
        OR EXISTS (SELECT 1 FROM "Member" m WHERE m."userId" = u."id")) AS "isSetUp",
      EXISTS (SELECT 1 FROM "DisabledUser" d WHERE d."userId" = u."id") AS "isDisabled"
    FROM "User" u LEFT JOIN "Account" a ON a."userId" = u."id" LEFT JOIN "Preferences" p ON p."userId" = u."id"
    WHERE u."email" = ${email}`
  return found
}

/** For people who have proved that the address is theirs. */
export async function requireFreeAddress(
  tx: Prisma.TransactionClient,
  email: string,
  userId: string,
): Promise<void> {
  const others = await tx.user.count({ where: { email, id: { not: userId } } })
  if (others === 0) return
  throw new DomainError('conflict', `Another account has the e-mail address ${email}. Use another one.`)
}
