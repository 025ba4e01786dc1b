import { z } from 'zod'
import { EmailAddress } from '../core/fields.ts'
import type { Settings } from '../core/settings.ts'

const SUBMISSION_PORT = 587
const SUBMISSION_PORT_WITH_TLS = 465

/** The settings of the mail server. */
export const MailVariables = {
  SMTP_URL: z
    .string()
    .refine((text) => serverOf(text) !== undefined)
    .optional()
    .describe(
      'the URL of a mail server with the user and the password, e.g. smtps://user:password@mail.example.com, or smtp://mail.example.com:587 for STARTTLS; required with MAIL_FROM, and without both no mail is sent',
    ),
  MAIL_FROM: z
    .string()
    .refine((text) => senderOf(text) !== undefined)
    .optional()
    .describe('the sender of mails, e.g. Quire <quire@example.com>; required with SMTP_URL'),
}

/** How mail is sent; `missing` creates the error for one of the two settings without the other. */
export function mailOf(
  { SMTP_URL: url, MAIL_FROM: from }: z.output<z.ZodObject<typeof MailVariables>>,
  missing: (variable: keyof typeof MailVariables) => Error,
): Settings['mail'] {
  if (url === undefined && from === undefined) return undefined
  const server = url === undefined ? undefined : serverOf(url)
  const sender = from === undefined ? undefined : senderOf(from)
  if (server === undefined) throw missing('SMTP_URL')
  if (sender === undefined) throw missing('MAIL_FROM')
  return { server, from: sender }
}

type MailSettings = NonNullable<Settings['mail']>

function serverOf(text: string): MailSettings['server'] | undefined {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text)
  const isOnlyServer = hostname !== '' && port !== '0' && /^\/?$/.test(pathname) && search + hash === ''
  if (!isOnlyServer || (username === '') !== (password === '')) return undefined
  const isSecure = protocol === 'smtps:'
  try {
    return {
      host: hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (isSecure ? SUBMISSION_PORT_WITH_TLS : SUBMISSION_PORT) : Number(port),
      isSecure,
      ...(username === ''
        ? {}
        : { login: { user: decodeURIComponent(username), password: decodeURIComponent(password) } }),
    }
  } catch {
    return undefined
  }
}

/** An address, or a name with an address in angle brackets. */
function senderOf(text: string): MailSettings['from'] | undefined {
  const [, name = '', address = text] = /^([^<>\p{Cc}]{0,200})<([^<>]+)>$/u.exec(text.trim()) ?? []
  const parsed = EmailAddress.safeParse(address)
  return parsed.success ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address: parsed.data } : undefined
}
