import { z } from 'zod'
import { invalidField } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import type { SignInOptions, SignInRequest } from '../../core/operations/sign-in.ts'
import { emitAboutUser } from '../users/index.ts'
import { requireMethod } from './allowed-methods.ts'
import { NewPasskey, PreparedPasskey } from './passkeys/passkeys.model.ts'
import { storePasskey } from './passkeys/passkeys.service.ts'
import { preparePasskey } from './passkeys/prepare-passkey.ts'
import { NewPassword, requireUncommon } from './passwords/new-password.ts'
import { hashPassword, whileHashing } from './passwords/password-hash.ts'

/** What a person chooses to sign in with, when an account is set up: one of these. */
export const Credential = z.object({ password: NewPassword.optional(), passkey: NewPasskey.optional() })

/** The same, ready to be stored. */
export const PreparedCredential = z.union([
  z.object({ passwordHash: z.string() }),
  z.object({ passkey: PreparedPasskey }),
])

/**
 * Checks what was chosen, and does the slow part before the transaction. `link` is the code of the link that opens the
 * account: a passkey is accepted only for the link for which it was created.
 */
export async function prepareCredential(
  options: SignInOptions,
  { password, passkey }: z.output<typeof Credential>,
  request: SignInRequest,
  link: string,
): Promise<z.output<typeof PreparedCredential>> {
  if ((password === undefined) === (passkey === undefined)) {
    throw invalidField(
      'password',
      passkey
        ? 'cannot be chosen together with a passkey; send one of them'
        : 'is missing; choose a password',
    )
  }
  if (passkey)
    return { passkey: await preparePasskey(options, passkey, request, { purpose: 'choose', link }) }
  requireMethod(options.tools.settings, 'password')
  const chosen = password ?? ''
  await requireUncommon(chosen)
  return { passwordHash: await whileHashing({ queue: 'known', of: link }, () => hashPassword(chosen)) }
}

/** Stores it in the account of a user. A passkey that is chosen instead of a password replaces it. */
export async function storeCredential(
  ctx: WriteContext,
  userId: string,
  credential: z.output<typeof PreparedCredential>,
  account: { emailConfirmedAt?: Date } = {},
): Promise<void> {
  const passwordHash = 'passwordHash' in credential ? credential.passwordHash : null
  const data = { ...account, passwordHash, passwordChangedAt: ctx.now() }
  await ctx.tx.account.upsert({ where: { userId }, create: { userId, ...data }, update: data })
  if ('passkey' in credential) await storePasskey(ctx, userId, credential.passkey)
  else await emitAboutUser(ctx, userId, 'password.changed', {})
}
