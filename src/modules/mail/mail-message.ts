import type { StoredMail } from './mail.model.ts'
import type { MailSettings } from './mail.settings.ts'
import { mailContentOf } from './mail-content.ts'
import { mailHtmlOf } from './mail-html.ts'
import { plainTextOf } from './plain-text.ts'

/** A mail as it is sent. */
export interface MailMessage {
  from: string
  to: string
  bytes: Buffer
}

/** A mail in the format of RFC 5322, with both forms. The library encodes names, titles and long lines. */
export async function mailMessageOf(
  mail: StoredMail,
  from: MailSettings['from'],
  origin: string,
): Promise<MailMessage> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { to } = mail
  const content = mailContentOf(mail, origin)
  const bytes = await new MailComposer({
    from: { ...from },
    to: { name: to.name ?? '', address: to.address },
    subject: content.subject,
    text: plainTextOf(content),
    html: mailHtmlOf(content, mail.language),
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: mail.createdAt,
    headers: {
      // Nobody's absence is answered to this server.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
      ...(mail.template === 'notification' ? stopHeaders(mail.data.stopLink) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  return { from: from.address, to: to.address, bytes }
}

/** Mail clients show a button that sends a POST to the link. */
const stopHeaders = (link: string) => ({
  'List-Unsubscribe': { prepared: true, foldLines: true, value: `<${new URL(link).href}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
