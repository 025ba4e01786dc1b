import type { MailLanguage, StoredMail } from './mail.model.ts'
import { mailTextsOf, timeIn } from './texts/texts.ts'
import type { MailTexts } from './texts/types.ts'

/** A part of a mail. Both forms, plain text and HTML, show the same parts. */
export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'action'; label: string; link: string }
  | { kind: 'note'; text: string }
  | { kind: 'noteLink'; label: string; link: string }

/** What a mail says. */
export interface MailContent {
  subject: string
  blocks: readonly MailBlock[]
}

/** Each template as the subject and the parts between the greeting and the line about this server. */
export function mailContentOf(mail: StoredMail, origin: string): MailContent {
  const texts = mailTextsOf(mail.language)
  const { subject, blocks } = bodyOf(mail, mail.language, texts)
  const hello: MailBlock[] = mail.to.name ? [{ kind: 'text', text: texts.hello(mail.to.name) }] : []
  return { subject, blocks: [...hello, ...blocks, { kind: 'note', text: texts.sentBy(origin) }] }
}

function bodyOf(mail: StoredMail, language: MailLanguage, texts: MailTexts): MailContent {
  const validUntil = (time: Date) => [texts.validUntil, timeIn(language, time)] as const
  switch (mail.template) {
    case 'invitation': {
      const { organization, inviter, role, link, expiresAt } = mail.data
      const { invitation, roles } = texts
      return {
        subject: invitation.subject(organization, inviter),
        blocks: [
          { kind: 'text', text: invitation.lead(organization, inviter) },
          { kind: 'facts', facts: [[invitation.role, roles[role ?? 'guest']], validUntil(expiresAt)] },
          { kind: 'action', label: invitation.action, link },
          { kind: 'note', text: invitation.note },
        ],
      }
    }
    case 'passwordReset':
    case 'confirmAddress':
      return linked(texts[mail.template], mail.data.link, [validUntil(mail.data.expiresAt)])
    case 'addressChanged': {
      const { subject, lead, note } = texts.addressChanged
      return {
        subject,
        blocks: [
          { kind: 'text', text: lead },
          { kind: 'note', text: note },
        ],
      }
    }
    case 'newSignIn': {
      const { browser, address, at, link } = mail.data
      return linked(texts.newSignIn, link, [
        [texts.newSignIn.browser, browser],
        [texts.newSignIn.address, address],
        [texts.newSignIn.time, timeIn(language, at)],
      ])
    }
    case 'test':
      return { subject: texts.test.subject, blocks: [{ kind: 'text', text: texts.test.lead }] }
    case 'notification': {
      const { title, lines, link, stopLink } = mail.data
      return {
        subject: title,
        blocks: [
          ...lines.map((text): MailBlock => ({ kind: 'text', text })),
          { kind: 'action', label: texts.notification.action, link },
          { kind: 'noteLink', label: texts.notification.stop, link: stopLink },
        ],
      }
    }
  }
}

const linked = (
  { subject, lead, action, note }: MailTexts['passwordReset'],
  link: string,
  facts: readonly (readonly [string, string])[],
): MailContent => ({
  subject,
  blocks: [
    { kind: 'text', text: lead },
    { kind: 'facts', facts },
    { kind: 'action', label: action, link },
    { kind: 'note', text: note },
  ],
})
