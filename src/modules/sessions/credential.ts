import { z } from 'zod'
import type { SignInOptions, SignInRequest } from '../../core/access/sign-in.ts'
import { invalidField } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { emitAboutUser } from '../users/index.ts'
import { NewPassword, requireUncommon } from './passwords/new-password.ts'
import { hashPassword, whileHashing } from './passwords/password-hash.ts'

/** What a person chooses to sign in with, when an account is set up. */
export const Credential = z.object({ password: NewPassword.optional() })

/** The same, ready to be stored. */
export const PreparedCredential = z.object({ passwordHash: z.string() })

/** Checks what was chosen, and does the slow part before the transaction. */
export async function prepareCredential(
  _options: SignInOptions,
  { password }: z.output<typeof Credential>,
  request: SignInRequest,
): Promise<z.output<typeof PreparedCredential>> {
  if (password === undefined) throw invalidField('password', 'is missing; choose a password')
  await requireUncommon(password)
  return { passwordHash: await whileHashing(request.network, () => hashPassword(password)) }
}

/** Stores it in the account of a user. */
export async function storeCredential(
  ctx: WriteContext,
  userId: string,
  { passwordHash }: z.output<typeof PreparedCredential>,
  account: { emailConfirmedAt?: Date } = {},
): Promise<void> {
  const data = { ...account, passwordHash, passwordChangedAt: ctx.now() }
  await ctx.tx.account.upsert({ where: { userId }, create: { userId, ...data }, update: data })
  await emitAboutUser(ctx, userId, 'password.changed', {})
}
