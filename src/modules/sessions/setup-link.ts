import type { Prisma } from '../../generated/prisma/client.ts'
import { createCode } from './codes/one-time-codes.ts'

/** Creates a code for a link that sets up the account of a user. Links that were created before stop working. */
export async function createSetupCode(
  tx: Prisma.TransactionClient,
  userId: string,
  now: Date,
): Promise<string> {
  await tx.oneTimeCode.deleteMany({ where: { userId, kind: 'setup' } })
  return createCode(tx, now, { kind: 'setup', userId })
}

/** The link for a code, which is in the fragment: browsers do not send it to servers, and logs do not contain it. */
export const setupLink = (origin: string, code: string): string => `${origin}/app/setup#${code}`
