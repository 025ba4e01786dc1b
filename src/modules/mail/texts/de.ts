import type { MailTexts } from './types.ts'

export const de: MailTexts = {
  hello: (name) => `Guten Tag ${name},`,
  validUntil: 'Gültig bis',
  invitation: {
    subject: (organization, inviter) =>
      inviter === null ? `Einladung zu ${organization}` : `${inviter} lädt Sie zu ${organization} ein`,
    lead: (organization, inviter) =>
      inviter === null
        ? `Sie sind eingeladen, der Organisation ${organization} beizutreten.`
        : `${inviter} lädt Sie ein, der Organisation ${organization} beizutreten.`,
    role: 'Ihre Rolle',
    action: 'Einladung annehmen',
    note: 'Wenn Sie nicht beitreten möchten, ignorieren Sie diese E-Mail.',
  },
  roles: {
    guest: 'Gast',
    read: 'Lesen',
    comment: 'Kommentieren',
    edit: 'Bearbeiten',
    review: 'Prüfen',
    create: 'Erstellen',
    admin: 'Administrator',
  },
  passwordReset: {
    subject: 'Passwort zurücksetzen',
    lead: 'Für Ihr Konto wurde ein neues Passwort angefordert. Dieser Link funktioniert einmal.',
    action: 'Neues Passwort wählen',
    note: 'Wenn Sie es nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  },
  confirmAddress: {
    subject: 'E-Mail-Adresse bestätigen',
    lead: 'Diese E-Mail-Adresse wurde für ein Konto angegeben. Bestätigen Sie, dass es Ihre ist.',
    action: 'Adresse bestätigen',
    note: 'Wenn Sie sie nicht angegeben haben, ignorieren Sie diese E-Mail. Die Adresse wird dann nicht verwendet.',
  },
  addressChanged: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    lead: 'Ihr Konto hat jetzt eine andere E-Mail-Adresse. Unter dieser ist es nicht mehr erreichbar.',
    note: 'Wenn Sie es nicht waren, wenden Sie sich sofort an einen Betreiber dieses Servers.',
  },
  newSignIn: {
    subject: 'Neue Anmeldung bei Ihrem Konto',
    lead: 'Bei Ihrem Konto hat sich jemand mit einem Browser angemeldet, der dafür noch nicht verwendet wurde.',
    browser: 'Browser',
    address: 'Adresse',
    time: 'Zeit',
    action: 'Sitzungen anzeigen',
    note: 'Wenn Sie es nicht waren, beenden Sie diese Sitzung und ändern Sie Ihr Passwort.',
  },
  test: { subject: 'Test-E-Mail', lead: 'Dieser Server kann E-Mails senden.' },
  notification: { action: 'Öffnen', stop: 'Diese E-Mails abbestellen' },
  sentBy: (origin) => `Gesendet von Quire auf ${origin}`,
}
