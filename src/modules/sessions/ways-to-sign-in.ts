import { DomainError } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'

/** Locks the user, so that ways to sign in are added and removed one after the other. */
export async function lockWaysToSignIn({ tx }: Pick<WriteContext, 'tx'>, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId} FOR NO KEY UPDATE`
}

/** Throws if a user, who is locked, has no way to sign in any more, after one was removed in this transaction. */
export async function requireWayToSignIn({ tx }: Pick<WriteContext, 'tx'>, userId: string): Promise<void> {
  const [passwords, passkeys, identities] = await Promise.all([
    tx.account.count({ where: { userId, passwordHash: { not: null } } }),
    tx.passkey.count({ where: { userId } }),
    tx.identity.count({ where: { userId } }),
  ])
  if (passwords + passkeys + identities > 0) return
  throw new DomainError(
    'conflict',
    'This is the only way in which you can sign in. Add a passkey, a password or an account at a provider first.',
  )
}
