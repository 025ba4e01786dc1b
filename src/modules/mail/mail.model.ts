import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { EmailAddress } from '../../core/fields.ts'
import { oneLine } from './one-line.ts'

export const mailLanguages = ['en', 'de', 'ja'] as const
export type MailLanguage = (typeof mailLanguages)[number]

/** The language of a tag such as `de-AT`; English if there are no texts in it. */
export function mailLanguageOf(tag: string | null): MailLanguage {
  const primary = tag?.split('-', 1)[0]?.toLowerCase()
  return mailLanguages.find((language) => language === primary) ?? 'en'
}

const MAX_NAME = 100
const MAX_TITLE = 200
const MAX_LINE = 1_000
const MAX_LINES = 50
const MAX_LINK = 4_096

const line = (max: number) => z.string().transform((text) => oneLine(text, max))
const Name = line(MAX_NAME)
const Link = z.url({ protocol: /^https?$/ }).max(MAX_LINK)
/** A mail with a link that no longer works is not sent. */
const LinkWithEnd = { link: Link, expiresAt: z.coerce.date() }

const template = <Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.object({ template: z.literal(name), data: z.object(fields) })

/** What can be sent, and what each of it says. */
const MailBody = z.discriminatedUnion('template', [
  template('invitation', {
    organization: Name,
    inviter: Name.nullable(),
    /** Null for a guest. */
    role: Role.nullable(),
    ...LinkWithEnd,
  }),
  template('passwordReset', LinkWithEnd),
  template('confirmAddress', LinkWithEnd),
  /** To the former address. */
  template('addressChanged', {}),
  template('newSignIn', { browser: Name, address: Name, at: z.coerce.date(), link: Link }),
  template('test', {}),
  template('notification', {
    title: line(MAX_TITLE),
    lines: z.array(line(MAX_LINE)).transform((lines) => lines.slice(0, MAX_LINES)),
    link: Link,
    /** Where a POST without a cookie ends these mails, as RFC 8058 describes it. */
    stopLink: Link,
  }),
])
export type MailBody = z.output<typeof MailBody>

const Recipient = z.object({ name: Name.nullable(), address: EmailAddress })

/** A mail as its job contains it. */
export const StoredMail = z.intersection(
  z.object({
    /** Part of its Message-ID: the same for every attempt, so that a mail that arrives twice is shown once. */
    id: z.uuid(),
    createdAt: z.coerce.date(),
    to: Recipient,
    language: z.enum(mailLanguages),
  }),
  MailBody,
)
export type StoredMail = z.output<typeof StoredMail>

/** A mail that a module sends. */
export type Mail = MailBody & {
  to: z.output<typeof Recipient>
  /** The language of the recipient, such as `de` or `de-AT`. Null if it is not known. */
  language: string | null
  /** Whose mail it is: organizations take turns. Null for those of this instance, such as a password reset. */
  organizationId: string | null
}
