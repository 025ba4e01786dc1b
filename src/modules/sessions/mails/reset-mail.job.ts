import { z } from 'zod'
import type { JobContext } from '../../../core/operations/module.ts'
import { sendMail } from '../../mail/index.ts'
import { accountOf } from '../accounts/found-account.ts'
import { resetLink } from '../accounts/reset-link.ts'
import { CODE_MS, createCode } from '../codes/one-time-codes.ts'
import { mayMail, whileMailing } from './mailing.ts'

export const MAIL_RESET = 'mail-password-reset'

/** Who has requested a link, as far as it is known. */
const ResetRequest = z.object({ email: z.string(), language: z.string().nullable() })
export type ResetRequest = z.output<typeof ResetRequest>

/** The job: mails a link, if the address has an account. */
export async function runMailReset(_payload: unknown, ctx: JobContext): Promise<void> {
  if (ctx.sealed === null) return
  const { email, language } = ResetRequest.parse(JSON.parse(await ctx.secrets.open(ctx.sealed)))
  const { database, now, settings } = ctx
  await whileMailing({ database, now, tools: ctx }, async (mailing) => {
    // First, so that the limit tells nobody whether an address has an account.
    if (!(await mayMail(mailing.tx, email, now()))) return
    const account = await accountOf(mailing.tx, email)
    if (!account?.isSetUp || account.isDisabled) return
    const { userId, displayName: name } = account
    const code = await createCode(mailing.tx, now(), { kind: 'reset', userId, data: { email } })
    await sendMail(mailing, {
      template: 'passwordReset',
      data: {
        link: resetLink(settings.origin(), code),
        expiresAt: new Date(now().getTime() + CODE_MS.reset),
      },
      to: { name, address: email },
      language: account.language ?? language,
      organizationId: null,
    })
  })
}
