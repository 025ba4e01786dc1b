import { DomainError } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'

/** Throws if the viewer could not sign in any more without this. Concurrent removals wait for each other. */
export async function requireAnotherWayToSignIn(
  ctx: WriteContext,
  { identityId = '', passkeyId = '' }: { identityId?: string; passkeyId?: string },
): Promise<void> {
  const { userId } = ctx.viewer
  await ctx.tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${userId} FOR UPDATE`
  const [found] = await ctx.tx.$queryRaw<{ hasAnother: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "Account" WHERE "userId" = ${userId} AND "passwordHash" IS NOT NULL)
      OR EXISTS (SELECT 1 FROM "Passkey" WHERE "userId" = ${userId} AND "id" <> ${passkeyId})
      OR EXISTS (SELECT 1 FROM "Identity" WHERE "userId" = ${userId} AND "id" <> ${identityId}) AS "hasAnother"`
  if (found?.hasAnother) return
  throw new DomainError(
    'conflict',
    'This is your last way to sign in. Set a password, or add a passkey or a provider first.',
  )
}
