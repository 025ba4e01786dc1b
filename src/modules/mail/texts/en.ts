import type { MailTexts } from './types.ts'

export const en: MailTexts = {
  hello: (name) => `Hello ${name},`,
  validUntil: 'Valid until',
  invitation: {
    subject: (organization, inviter) =>
      inviter === null ? `Invitation to ${organization}` : `${inviter} invites you to ${organization}`,
    lead: (organization, inviter) =>
      inviter === null
        ? `You are invited to join the organization ${organization}.`
        : `${inviter} invites you to join the organization ${organization}.`,
    role: 'Your role',
    action: 'Accept the invitation',
    note: 'If you do not want to join, ignore this mail.',
  },
  roles: {
    guest: 'Guest',
    read: 'Read',
    comment: 'Comment',
    edit: 'Edit',
    review: 'Review',
    create: 'Create',
    admin: 'Admin',
  },
  passwordReset: {
    subject: 'Reset your password',
    lead: 'A new password was requested for your account. This link works once.',
    action: 'Choose a new password',
    note: 'If you did not request it, ignore this mail. Your password stays as it is.',
  },
  confirmAddress: {
    subject: 'Confirm your e-mail address',
    lead: 'This e-mail address was entered for an account. Confirm that it is yours.',
    action: 'Confirm the address',
    note: 'If you did not enter it, ignore this mail. The address is then not used.',
  },
  addressChanged: {
    subject: 'Your e-mail address was changed',
    lead: 'Your account has another e-mail address now. It is no longer reached by this one.',
    note: 'If it was not you, ask an operator of this server for help at once.',
  },
  newSignIn: {
    subject: 'New sign-in to your account',
    lead: 'Somebody signed in to your account with a browser that has not been used for it before.',
    browser: 'Browser',
    address: 'Address',
    time: 'Time',
    action: 'Show your sessions',
    note: 'If it was not you, end this session and change your password.',
  },
  test: { subject: 'Test mail', lead: 'This server can send mail.' },
  notification: { action: 'Open', stop: 'Stop these mails' },
  sentBy: (origin) => `Sent by Quire at ${origin}`,
}
