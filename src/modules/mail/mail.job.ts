import { randomUUID } from 'node:crypto'
import type { WriteContext } from '../../core/operations/context.ts'
import type { JobContext } from '../../core/operations/module.ts'
import type { Settings } from '../../core/settings.ts'
import { type Mail, mailLanguageOf, StoredMail } from './mail.model.ts'
import { mailMessageOf } from './mail-message.ts'
import { deliver, SmtpError } from './smtp.ts'

export const SEND_MAIL = 'send-mail'

/** Whether this server can send mail. Otherwise links are shown, to be copied. */
export const isMailConfigured = ({ mail }: Pick<Settings, 'mail'>): boolean => mail !== undefined

/**
 * Sends a mail once the transaction has committed. Returns false, and does nothing, if this server cannot send mail. The
 * whole mail is encrypted, because its links contain codes.
 */
export async function sendMail(
  {
    enqueue,
    now,
    tools,
  }: Pick<WriteContext, 'enqueue' | 'now'> & { tools: Pick<WriteContext['tools'], 'secrets' | 'settings'> },
  { organizationId, language, ...mail }: Mail,
): Promise<boolean> {
  if (!isMailConfigured(tools.settings)) return false
  const stored = newMail({ ...mail, organizationId, language }, now())
  const sealed = await tools.secrets.seal(JSON.stringify(stored))
  await enqueue(SEND_MAIL, {}, { organizationId: organizationId ?? '', sealed })
  return true
}

export const newMail = ({ language, ...mail }: Mail, createdAt: Date): StoredMail =>
  StoredMail.parse({ ...mail, language: mailLanguageOf(language), id: randomUUID(), createdAt })

/**
 * The job. A node that dies before it knows whether the server has accepted the mail leaves it to another one, which sends
 * it again with the same Message-ID.
 */
export async function runSendMail(_payload: unknown, ctx: JobContext): Promise<void> {
  const { mail: settings, origin } = ctx.settings
  if (settings === undefined) throw new Error('This node cannot send mail: set SMTP_URL and MAIL_FROM.')
  if (ctx.sealed === null) return
  const mail = StoredMail.parse(JSON.parse(await ctx.secrets.open(ctx.sealed)))
  const { template } = mail
  if ('expiresAt' in mail.data && mail.data.expiresAt <= ctx.now()) {
    return ctx.warn({ template }, 'a mail was not sent, because its link has expired')
  }
  const message = await mailMessageOf(mail, settings.from, origin())
  try {
    await deliver(settings.server, message, ctx)
  } catch (error) {
    if (!(error instanceof SmtpError && error.isFinal)) throw error
    ctx.warn({ template, reason: error.message }, 'a mail was refused, and is not sent again')
  }
}
