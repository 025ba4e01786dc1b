import { invalidField } from '../../../core/errors.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { AttemptBudgets } from '../attempts.ts'
import { isPassword, whileGuessing } from './password-hash.ts'

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
 * Checks the password that a user who is signed in gives again, in a field of the input, and does work that hashes with
 * its hash. Failed attempts are charged: somebody else can sit at the computer, and they must not lock the person out
 * elsewhere.
 */
export async function withOwnPassword<Result>(
  { db, now, userId }: { db: Queryable; now: () => Date; userId: string },
  { field, given }: { field: string; given: string },
  work: (hash: string | null) => Promise<Result>,
): Promise<Result> {
  const budgets = new AttemptBudgets({ email: userId, browser: 'own', network: '' }, now())
  const look = async () => {
    const [{ passwordHash }] = await Promise.all([passwordOf(db, userId), budgets.read(db)])
    budgets.require(true)
    return passwordHash
  }
  return whileGuessing(
    look,
    () => ({ queue: 'known', of: userId }),
    async (hash) => {
      if (await isPassword(given, hash)) return work(hash)
      await budgets.charge(db, true)
      throw invalidField(field, 'is not your password')
    },
  )
}
