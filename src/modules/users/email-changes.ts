import type { WriteContext } from '../../core/operations/context.ts'
import type { User } from '../../generated/prisma/client.ts'

/** Requests that an account gets another e-mail address, which it has once the address is confirmed. */
type ChangeEmail = (ctx: WriteContext, user: User, email: string) => Promise<void>

let declared: ChangeEmail | undefined

/** For the module that confirms addresses. */
export const declareEmailChanges = (change: ChangeEmail): void => {
  declared = change
}

export async function changeEmail(ctx: WriteContext, user: User, email: string): Promise<void> {
  if (!declared) throw new Error('No module has declared how e-mail addresses are changed.')
  if (email !== user.email) await declared(ctx, user, email)
}
