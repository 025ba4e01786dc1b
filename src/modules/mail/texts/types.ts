import type { Role } from '../../../core/access/roles.ts'

/** The texts of a mail with a link. */
interface LinkTexts {
  subject: string
  lead: string
  action: string
  note: string
}

/** All texts of mails in one language. */
export interface MailTexts {
  hello: (name: string) => string
  /** The label of the end of a link. */
  validUntil: string
  invitation: {
    subject: (organization: string, inviter: string | null) => string
    lead: (organization: string, inviter: string | null) => string
    role: string
    action: string
    note: string
  }
  roles: Record<Role | 'guest', string>
  passwordReset: LinkTexts
  confirmAddress: LinkTexts
  addressChanged: { subject: string; lead: string; note: string }
  newSignIn: LinkTexts & { browser: string; address: string; time: string }
  test: { subject: string; lead: string }
  notification: { action: string; stop: string }
  sentBy: (origin: string) => string
}
