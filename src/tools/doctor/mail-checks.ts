import type { Config } from '../../config/config.ts'
import { deliver, isLoopback, mailMessageOf, newMail, SmtpError, verify } from '../../modules/mail/index.ts'
import type { Finding } from './finding.ts'

const NAME = 'mail'
const SET_BOTH = 'Set SMTP_URL and MAIL_FROM.'

/** Whether the mail server can be used. With an address, a mail is sent to it. */
export async function checkMail(config: Config, to: string | undefined, now: Date): Promise<Finding> {
  const { mail } = config.settings
  if (mail === undefined) {
    const found = 'no mail server is set; invitations and new passwords are links to copy'
    return to === undefined
      ? { name: NAME, state: 'ok', found }
      : { name: NAME, state: 'problem', found, action: SET_BOTH }
  }
  const server = `${mail.server.host}:${mail.server.port}`
  try {
    const isEncrypted = await verify(mail.server)
    if (to !== undefined) {
      const test = newMail(
        { template: 'test', data: {}, to: { name: null, address: to }, language: null, organizationId: null },
        now,
      )
      const origin = config.publicUrl ?? `http://${config.host}:${config.port}`
      await deliver(mail.server, await mailMessageOf(test, mail.from, origin))
    }
    const found = to === undefined ? `${server} can be used` : `${server} has accepted a mail to ${to}`
    if (isEncrypted || isLoopback(mail.server.host)) return { name: NAME, state: 'ok', found }
    const action =
      'Use a server with TLS (smtps://) or STARTTLS: everyone between the servers can read the mails.'
    return { name: NAME, state: 'warning', found: `${found}, but not encrypted`, action }
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error
    return {
      name: NAME,
      state: 'problem',
      found: error.message,
      action: 'Check SMTP_URL and MAIL_FROM, and that the mail server runs.',
    }
  }
}
