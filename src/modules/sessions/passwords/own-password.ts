import { invalidField } from '../../../core/errors.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { AttemptBudgets } from '../attempts.ts'
import { isPassword } from './password-hash.ts'

const FIND = statement<{ passwordHash: string | null; passwordChangedAt: Date | null }>({
  name: 'passwordOfUser',
  text: `SELECT "passwordHash", "passwordChangedAt" FROM "Account" WHERE "userId" = $1`,
})

/** The hash of the password of a user; null if they have none. */
export async function passwordOf(db: Queryable, userId: string) {
  const [account] = await db.query(FIND, [userId])
  return {
    passwordHash: account?.passwordHash ?? null,
    passwordChangedAt: account?.passwordChangedAt ?? null,
  }
}

/**
 * Checks the password that a user who is signed in gives again, in a field of the input. Failed attempts are charged:
 * somebody else can sit at the computer, and they must not lock the person out elsewhere.
 */
export async function requireOwnPassword(
  db: Queryable,
  now: Date,
  userId: string,
  { field, given, hash }: { field: string; given: string; hash: string | null },
): Promise<void> {
  const budgets = new AttemptBudgets({ email: userId, browser: 'own', network: '' }, now)
  await budgets.read(db)
  budgets.require(true)
  if (await isPassword(given, hash)) return
  await budgets.charge(db, true)
  throw invalidField(field, 'is not your password')
}
