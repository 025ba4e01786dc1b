import { DomainError } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { User } from '../../../generated/prisma/client.ts'
import { isMailConfigured, sendMail } from '../../mail/index.ts'
import { languagesByEmail } from '../../preferences/index.ts'
import { declareEmailChanges, emitAboutUser } from '../../users/index.ts'
import { requireFreeAddress } from '../accounts/found-account.ts'
import { CODE_MS, createCode } from '../codes/one-time-codes.ts'
import { requireMayMail } from './mailing.ts'

const confirmLink = (origin: string, code: string) => `${origin}/app/confirm#${code}`

declareEmailChanges(async (ctx, user, email) => {
  if (isMailConfigured(ctx.tools.settings)) return mailConfirmation(ctx, user, email)
  if (user.id === ctx.viewer.userId) {
    throw new DomainError(
      'conflict',
      'This server cannot send mail, so it cannot confirm the address. Ask another operator of this instance to set it.',
    )
  }
  await requireFreeAddress(ctx.tx, email, user.id)
  await setEmail(ctx, user, { email, confirmedAt: null })
})

/**
 * Mails a link to the new address, whether or not another account has it: that is told to who opens the link. An earlier
 * link stops working.
 */
async function mailConfirmation(ctx: WriteContext, user: User, email: string): Promise<void> {
  const now = ctx.now()
  await requireMayMail(ctx.tx, email, now)
  await ctx.tx.oneTimeCode.deleteMany({ where: { userId: user.id, kind: 'email', usedAt: null } })
  const code = await createCode(ctx.tx, now, { kind: 'email', userId: user.id, data: { email } })
  await sendMail(ctx, {
    template: 'confirmAddress',
    data: {
      link: confirmLink(ctx.tools.settings.origin(), code),
      expiresAt: new Date(now.getTime() + CODE_MS.email),
    },
    // The name of the account is not told to an address that may be of somebody else.
    to: { name: null, address: email },
    language: await languageOf(ctx, user),
    organizationId: null,
  })
}

/** Sets the address of an account. Links that were mailed to the former one stop working. */
export async function setEmail(
  ctx: WriteContext,
  user: User,
  { email, confirmedAt }: { email: string; confirmedAt: Date | null },
): Promise<void> {
  const { id: userId, email: former } = user
  const language = await languageOf(ctx, user)
  const account = { emailConfirmedAt: confirmedAt }
  await ctx.tx.user.update({ where: { id: userId }, data: { email } })
  await ctx.tx.account.upsert({ where: { userId }, create: { userId, ...account }, update: account })
  await ctx.tx.oneTimeCode.deleteMany({ where: { userId, kind: { in: ['email', 'reset'] }, usedAt: null } })
  await emitAboutUser(ctx, userId, 'user.email_changed', {})
  if (former === null) return
  await sendMail(ctx, {
    template: 'addressChanged',
    data: {},
    to: { name: user.displayName, address: former },
    language,
    organizationId: null,
  })
}

async function languageOf(ctx: WriteContext, { email }: User): Promise<string | null> {
  if (email === null) return null
  return (await languagesByEmail(ctx.tx, [email])).get(email) ?? null
}
